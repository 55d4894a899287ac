package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import java.util.Map;
import java.util.TreeMap;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/**
 * CosId's ids, in the configuration that every row and every bar of them has; step, safe distance and prefetching of its chain are in
 * {@link CosIdSegments}.
 */
final class CosIdPeers {
    private CosIdPeers() {}

    static Subject snowflake() {
        String name = "cosid snowflake";
        IdTraits claims =
                PeerClaims.snowflake(name, LongPeers.SNOWFLAKE_CAP, CosId.COSID_EPOCH, LongPeers.SNOWFLAKE_TIME_BITS);
        return Peers.sinceEpoch(
                name,
                Library.of("cosid-core"),
                "me.ahoo.cosid.snowflake.MillisecondSnowflakeId",
                "clock-sync=true machine-id=node",
                new PeerLayout(1024, LongPeers.SNOWFLAKE_TIME_BITS),
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
                (high, id) -> (id >>> LongPeers.NODE_AND_SEQUENCE_BITS) + CosId.COSID_EPOCH);
    }

    static Subject segments() {
        String name = "cosid segment-chain";
        IdTraits claims = PeerClaims.segments(name, Ordering.PER_GENERATOR);
        return new Subject(
                name,
                new Origin(Library.of("cosid-core"), "me.ahoo.cosid.segment.SegmentChainId", CosIdSegments.OPTIONS),
                ServerKind.MYSQL,
                (node, servers) -> settings(servers),
                settings -> new CosIdSegments(settings, claims),
                null);
    }

    private static Map<String, String> settings(Servers servers) {
        Map<String, String> settings = new TreeMap<>(MySqlSettings.of(servers, ""));
        settings.put("tag", LeafAllocTable.create(servers.mySql(), CosIdSegments.TAG, CosIdSegments.STEP));
        return settings;
    }
}
