package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.LeafAllocTable;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/**
 * CosId's ids, with the same configuration in every row and bar. Step, safe distance and prefetching of its chain are
 * in {@link CosIdSegments}. Stateless.
 */
public final class CosIdPeer extends Peer {
    private static final String MAXIMUM =
            "each maximum that is claimed is greater than the last, which its ids rest on; a store that goes back is not mentioned";

    @Override
    public List<Subject> rows() {
        return List.of(snowflake(), segments());
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        List<String> chain = List.of("cosid segment-chain");
        return Map.of(FaultRun.QUICK, List.of("cosid snowflake", chain.get(0)), FaultRun.QUICK_ON_SERVERS, chain);
    }

    @Override
    public Promise promise(String row) {
        return row.endsWith("snowflake")
                ? new Promise(
                        "cosid-core 2.13.3",
                        "https://github.com/Ahoo-Wang/CosId/blob/v2.13.3/README.md",
                        documented(
                                REPEATS,
                                DOWN,
                                "Strong reliance on the local clock, potential clock moved backwards problems will cause ID duplication.",
                                "of any Snowflake; it goes on to say that CosId solves the problem, which its starter does by a last timestamp in a file that"
                                        + " this row is opened without"),
                        documented(
                                REPEATS,
                                TWO_NODES,
                                "`machineId`总是需要配置的，而且集群中是不能重复的，否则分区原则就会被破坏而导致ID唯一性原则破坏",
                                "documentation/docs/guide/snowflake.md: a machine id must not repeat in the cluster, or ids are not unique"))
                : new Promise(
                        "cosid-core 2.13.3",
                        "https://github.com/Ahoo-Wang/CosId/blob/v2.13.3/documentation/docs/guide/segment.md",
                        documented(REPEATS, ANY, "每次获取的`NextMaxId`，一定比上一次大", MAXIMUM),
                        documented(ORDER, ANY, "每次获取的`NextMaxId`，一定比上一次大", MAXIMUM));
    }

    private static Subject snowflake() {
        String name = "cosid snowflake";
        IdTraits claims = snowflake(name, SNOWFLAKE_CAP, CosId.COSID_EPOCH, SNOWFLAKE_TIME_BITS);
        return sinceEpoch(
                name,
                origin(
                        "cosid-core",
                        "me.ahoo.cosid.snowflake.MillisecondSnowflakeId",
                        "clock-sync=true machine-id=node"),
                Layout.told(1024, SNOWFLAKE_TIME_BITS),
                (node, epoch) -> {
                    MillisecondSnowflakeId plain = epoch == null
                            ? new MillisecondSnowflakeId(node)
                            : new MillisecondSnowflakeId(
                                    epoch,
                                    MillisecondSnowflakeId.DEFAULT_TIMESTAMP_BIT,
                                    MillisecondSnowflakeId.DEFAULT_MACHINE_BIT,
                                    MillisecondSnowflakeId.DEFAULT_SEQUENCE_BIT,
                                    node);
                    ClockSyncSnowflakeId ids = new ClockSyncSnowflakeId(plain);
                    return new PeerLongGenerator(ids::generate, claims);
                },
                (high, id) -> (id >>> NODE_AND_SEQUENCE_BITS) + CosId.COSID_EPOCH);
    }

    private static Subject segments() {
        String name = "cosid segment-chain";
        IdTraits claims = segments(name, Ordering.PER_GENERATOR);
        return new Subject(
                name,
                origin("cosid-core", "me.ahoo.cosid.segment.SegmentChainId", CosIdSegments.OPTIONS),
                ServerKind.MYSQL,
                (node, servers) -> Subject.with(
                        servers.sql(ServerKind.MYSQL, ""),
                        "tag",
                        LeafAllocTable.create(
                                servers.database(ServerKind.MYSQL), CosIdSegments.TAG, CosIdSegments.STEP)),
                settings -> CosIdSegments.open(settings, claims));
    }
}
