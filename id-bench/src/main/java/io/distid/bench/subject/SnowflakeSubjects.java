package io.distid.bench.subject;

import static io.distid.bench.subject.FieldKind.ASSIGNED;
import static io.distid.bench.subject.FieldKind.PER_TICK;
import static io.distid.bench.subject.FieldKind.RANDOM;
import static io.distid.bench.subject.FieldKind.RANDOM_START;
import static io.distid.bench.subject.FieldKind.RUNNING;

import io.distid.IdGenerators;
import io.distid.internal.worker.FixedWorkerIdsProvider;
import io.distid.snowflake.Snowflake;
import io.distid.snowflake.SnowflakePreset;
import io.distid.spi.IdConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Snowflake, with configured worker ids, and with each source of worker ids that keeps a bound. Stateless. */
public final class SnowflakeSubjects implements Subjects {
    private static final int FIRST_PORT = 8000;
    private static final double WIDELY_USED = -4;

    private final StrategyRows rows = new StrategyRows("snowflake");

    @Override
    public List<Subject> rows() {
        return List.of(
                rows.plain(),
                // For comparison with peers that run ahead of the clock: the speed if that is allowed. A bound that is
                // reached gives the cap.
                rows.row("snowflake max-lead=1d", Map.of("max-lead", "1d")),
                // Shows the cost of reading the clock for each id.
                rows.row("snowflake lead=1d coarse", Map.of("max-lead", "1d", "clock", "coarse")),
                // Shows the cost of the lease, which is safe without an assumption about clocks.
                leased("mysql"),
                leased("etcd"),
                // Ids that JavaScript keeps exact: 64 workers, 64 ids a ms.
                otherLayout("snowflake javascript", Map.of("preset", "javascript"), "snowflake-javascript"),
                // Shows what outsiders see if they must not learn the number or the time of ids.
                ShownIds.row(
                        rows.row(
                                "snowflake text=opaque",
                                Map.of("text", "opaque"),
                                (node, servers) -> Subject.with(
                                        rows.plain().settings().of(node, servers),
                                        "text-key",
                                        "00112233445566778899aabbccddeeff")),
                        false));
    }

    /**
     * The other sources of worker ids that keep a bound. They are as fast as the source that has a row. The faults that
     * they survive differ.
     */
    @Override
    public List<Subject> ofFaults() {
        return List.of(
                rows.row("snowflake worker=file", Map.of("worker", "file", "worker.file-create", "true")),
                leased("mysql-register"),
                leased("postgresql"),
                leased("redis"),
                leased("redis-set"),
                leased("zookeeper"),
                ofLeafFleet());
    }

    /** Enough sequence bits that no caller waits: the cost of an id alone. */
    @Override
    public List<Subject> ofBars() {
        return List.of(otherLayout(
                "snowflake sequence-bits=20",
                Map.of("datacenter-bits", "0", "worker-bits", "2", "sequence-bits", "20"),
                "snowflake-below-cap"));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        return Map.of(
                FaultRun.TINY, List.of("snowflake"),
                FaultRun.QUICK, List.of("snowflake", "snowflake worker=file", "snowflake worker=mysql"),
                FaultRun.QUICK_ON_SERVERS, List.of("snowflake worker=mysql"),
                FaultRun.SOAK, List.of("snowflake worker=mysql"));
    }

    @Override
    public List<String> restarts() {
        return List.of("file", "redis", "mysql", "postgresql", "zookeeper", "etcd");
    }

    @Override
    public List<FirstId> firstIds() {
        return List.of(
                new FirstId("snowflake", "snowflake", ByName.class, Snowflake.class),
                new FirstId("Snowflake.builder().open()", "snowflake", Direct.class, Snowflake.class));
    }

    @Override
    public List<KnownLayout> layouts() {
        return List.of(
                layout(SnowflakePreset.DISTID, 0, "", ASSIGNED, ASSIGNED, PER_TICK),
                layout(SnowflakePreset.TWITTER, WIDELY_USED, "", ASSIGNED, ASSIGNED, PER_TICK),
                layout(SnowflakePreset.LEAF, 0, "", ASSIGNED, RANDOM_START),
                layout(SnowflakePreset.BWMARRIN, 0, "node step", ASSIGNED, PER_TICK),
                layout(SnowflakePreset.DISCORD, WIDELY_USED, "worker process increment", ASSIGNED, ASSIGNED, RUNNING),
                layout(SnowflakePreset.INSTAGRAM, WIDELY_USED, "shard sequence", ASSIGNED, RUNNING),
                layout(SnowflakePreset.MASTODON, 0, "sequence-and-hash", RANDOM),
                layout(SnowflakePreset.CLASSIC, 0, "", ASSIGNED, ASSIGNED, PER_TICK),
                layout(SnowflakePreset.JAVASCRIPT, 0, "", ASSIGNED, PER_TICK));
    }

    /** @param names the owner's names of the fields, or empty */
    private static KnownLayout layout(SnowflakePreset preset, double rarity, String names, FieldKind... kinds) {
        return new KnownLayout(
                preset.name().toLowerCase(Locale.ROOT),
                preset.layout(),
                names.isEmpty() ? List.of() : List.of(names.split(" ")),
                List.of(kinds),
                rarity,
                rarity < 0 ? "widely used" : "",
                preset == SnowflakePreset.BWMARRIN ? new KnownLayout.Text("bwmarrin", 0, false) : KnownLayout.Text.ANY);
    }

    /**
     * A row with its own namespace. Some stages open several rows side by side, and a namespace in a process has one
     * layout.
     */
    private Subject otherLayout(String name, Map<String, String> options, String namespace) {
        Subject.Settings plain = rows.plain().settings();
        return rows.row(
                name, options, (node, servers) -> Subject.with(plain.of(node, servers), "namespace", namespace));
    }

    private Subject leased(String worker) {
        return rows.row(
                "snowflake worker=" + worker,
                Map.of("worker", worker),
                (node, servers) -> WorkerSettings.of(worker, servers));
    }

    /** Numbers of a Leaf fleet belong to addresses: each node has its own. */
    private Subject ofLeafFleet() {
        return rows.row(
                "snowflake worker=zookeeper-leaf",
                Map.of("worker", "zookeeper-leaf"),
                (node, servers) -> Subject.with(
                        WorkerSettings.of("zookeeper-leaf", servers),
                        "worker.address",
                        "127.0.0.1",
                        "worker.port",
                        Integer.toString(FIRST_PORT + node)));
    }

    private static final class ByName {
        static {
            IdGenerators.openLong("snowflake", Map.of("worker", "fixed", "worker.id", "1"))
                    .nextId();
        }
    }

    private static final class Direct {
        static {
            FixedWorkerIdsProvider fixed = new FixedWorkerIdsProvider();
            Snowflake.builder()
                    .open(fixed.open(IdConfig.of(fixed, Map.of("id", "1"))))
                    .nextId();
        }
    }
}
