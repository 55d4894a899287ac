package io.distid.bench.peer;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import io.distid.IdTraits;
import io.distid.bench.subject.FieldKind;
import io.distid.bench.subject.KnownLayout;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import io.distid.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** tsid-creator, as its README recommends. Stateless. */
public final class TsidCreatorPeer extends Peer {
    private static final int NODE_BITS = 10;
    private static final int TEXT_LENGTH = 13;
    private static final double WIDELY_USED = -4;

    @Override
    public List<Subject> rows() {
        String name = "tsid-creator";
        IdTraits claims = snowflake(
                name, SNOWFLAKE_CAP, Tsid.TSID_EPOCH, SNOWFLAKE_TIME_BITS, "runs ahead of the clock without a bound");
        return List.of(sinceEpoch(
                name,
                origin("tsid-creator", "com.github.f4b6a3.tsid.TsidFactory", "newInstance1024(node)"),
                Layout.told(1 << NODE_BITS, SNOWFLAKE_TIME_BITS),
                (node, epoch) -> {
                    TsidFactory factory = epoch == null
                            ? TsidFactory.newInstance1024(node)
                            : TsidFactory.builder()
                                    .withNodeBits(NODE_BITS)
                                    .withNode(node)
                                    .withCustomEpoch(Instant.ofEpochMilli(epoch))
                                    .build();
                    return new PeerLongGenerator(() -> factory.create().toLong(), claims);
                },
                (high, id) -> Tsid.from(id).getUnixMilliseconds()));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        return Map.of(FaultRun.QUICK, List.of("tsid-creator"));
    }

    @Override
    public List<FirstId> firstIds() {
        return List.of(new FirstId("tsid-creator", "tsid-creator", First.class, TsidFactory.class));
    }

    /** Its default: 42 bits of ms since 2020, 10 of node, 12 of counter. */
    @Override
    public List<KnownLayout> layouts() {
        return List.of(new KnownLayout(
                "tsid",
                SnowflakeLayout.of(
                        Instant.parse("2020-01-01T00:00:00Z"),
                        Duration.ofMillis(1),
                        SNOWFLAKE_TIME_BITS,
                        0,
                        NODE_BITS,
                        12),
                List.of("node", "counter"),
                List.of(FieldKind.RANDOM, FieldKind.RANDOM),
                WIDELY_USED,
                "widely used",
                new KnownLayout.Text("crockford", TEXT_LENGTH, false)));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "tsid-creator 5.2.6",
                "https://github.com/f4b6a3/tsid-creator/blob/tsid-creator-5.2.6/README.md",
                documented(
                        REPEATS,
                        TWO_NODES,
                        "A simple way to avoid collisions is to make sure that each generator has its exclusive node ID."),
                documented(
                        UNSTOPPED,
                        END,
                        "The time component can be used for ~69 years if stored in a SIGNED 64 bits integer field."),
                documented(
                        ORDER,
                        END,
                        "The time component can be used for ~69 years if stored in a SIGNED 64 bits integer field."));
    }

    private static final class First {
        static {
            TsidFactory.newInstance1024(1).create().toLong();
        }
    }
}
