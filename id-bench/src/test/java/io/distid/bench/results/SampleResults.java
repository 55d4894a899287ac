package io.distid.bench.results;

import io.distid.bench.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Results of a run that never was, with strategies of every kind, and a name that tries to be markup. */
public final class SampleResults {
    private static final Provenance PROVENANCE = new Provenance("abc1234", "2026-11-20T11:00:00Z", 3, 1, null);

    public static final String HOSTILE = "</script><script>console.error('markup')</script><!-- <img src=x>";
    private static final String MYSQL = "MariaDB 11.4.5 (embedded)";
    private static final String REDIS = "Redis 6.2.11 (embedded)";
    private static final String UUID = "0199c2f0-7d5e-7a31-9c4f-2f6b8d1e0a57";
    private static final String WIDE = "2125431289675437296812357896123546791";

    private SampleResults() {}

    public static Results complete() {
        return completeAt("abc1234");
    }

    /** The same of another revision. */
    public static Results completeAt(String revision) {
        return results(true, revision);
    }

    /** The same with a figure in every place, with peers, one of which is ahead, and with a bar of each outcome. */
    public static Results full() {
        Results basis = complete();
        List<Row> rows = new ArrayList<>();
        basis.strategies()
                .forEach(row ->
                        rows.add(row.get(Kind.SHAPE) == null ? row : filled(row, new Origin(null, row.name(), ""))));
        Row model = basis.strategies().get(0);
        rows.add(filled(
                row(
                        "cosid-snowflake",
                        null,
                        rates(4.05e6, 4.02e6, 0.01),
                        "PER_GENERATOR",
                        claims(63, true, "NONE", "CLOCK", 4_096_000L),
                        shape(model)),
                new Origin("cosid-core 2.13.3", "MillisecondSnowflakeId", "machineBit=10")));
        rows.add(filled(
                row(
                        "robsonkades-v7",
                        null,
                        rates(45.1e6, 88e6, 0.02),
                        "NONE",
                        claims(128, true, "NONE", "RANDOM", null),
                        shape(basis.strategies().get(3))),
                new Origin("uuidv7 1.1.0", "UUIDv7", "")));
        return new Results(
                basis.environment(),
                rows,
                new Control("snowflake", 2, 400_000, 123_456, true),
                new Locality("BIGINT AUTO_INCREMENT", 50_000, 2, 61_000, 640L, 700L, 156.2, 1, 64L << 20, null),
                List.of(
                        lock("lock redis", null, REDIS, 9_123.0, true),
                        lock("lock mysql", null, MYSQL, 812.0, true),
                        lock("redisson RLock", "redisson 3.52.0", REDIS, 7_411.0, false),
                        skippedLock("lock zookeeper", "no server: refused")),
                List.of(
                        tokens("tokens redis", null, 11_200.0),
                        tokens("jedis token script", "Jedis", 11_900.0)
                                .ended(Row.Status.failed, "a token that nobody used was consumed")),
                List.of(
                        entity("@DistId snowflake", null).with(52_300, 0.0403),
                        entity("IDENTITY", "hibernate-core 7.4.1.Final").with(6_210, 1.002),
                        entity("@Tsid", "hypersistence-utils-hibernate-71 3.11.0")
                                .ended(Row.Status.failed, "a row was refused")),
                curves(),
                List.of(
                        new BarLine(
                                "snowflake: below the cap",
                                1,
                                ">= 0.77",
                                0.79,
                                "currentTimeMillis",
                                3.6e7,
                                true,
                                null,
                                PROVENANCE),
                        new BarLine(
                                "uuid-v7: exact clock",
                                1,
                                ">= 0.75",
                                0.72,
                                "currentTimeMillis",
                                3.3e7,
                                false,
                                null,
                                PROVENANCE),
                        new BarLine(
                                "leaf-segment: nextId",
                                2,
                                ">= 0.8",
                                null,
                                null,
                                null,
                                null,
                                "not measured in this profile: run `bars`",
                                null)),
                List.of("snowflake node 7: restart safety rests on the clock"),
                null);
    }

    /** Without a row of processes, as a run has that starts none, and a control. */
    public static Results withControl(Control control) {
        Results basis = complete();
        return new Results(
                basis.environment(),
                basis.strategies(),
                control,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null);
    }

    private static List<ScaleCurve> curves() {
        return List.of(
                curve("tags", "heap of a tag", ScaleCurve.Unit.BYTES, "tags", "leaf-segment", "", 1_400, 990),
                curve("tags", "nextId of tags at random", ScaleCurve.Unit.NANOS, "tags", "leaf-segment", "", 5.6, 29),
                curve(
                        "threads",
                        "ids a second",
                        ScaleCurve.Unit.PER_SECOND,
                        "threads",
                        "snowflake",
                        "platform threads",
                        4.09e6,
                        4.01e6),
                curve(
                        "leases",
                        "CPU of the server for a renewal",
                        ScaleCurve.Unit.NANOS,
                        "worker ids held",
                        "worker=mysql",
                        "reservation 3 s",
                        200_000,
                        250_000),
                new ScaleCurve(
                        "leases",
                        "CPU of the server for a renewal",
                        ScaleCurve.Unit.NANOS,
                        "worker ids held",
                        "worker=mysql",
                        "reservation 30 s",
                        MYSQL,
                        List.of(Sample.point(10_000, 150_000)),
                        Row.Status.measured,
                        null),
                curve(
                        "leases",
                        "leases ever past their bound",
                        ScaleCurve.Unit.COUNT,
                        "worker ids held",
                        "worker=mysql",
                        "reservation 3 s",
                        0,
                        17),
                curve(
                        "leases",
                        "renewals a second",
                        ScaleCurve.Unit.PER_SECOND,
                        "worker ids held",
                        "worker=mysql",
                        "reservation 3 s",
                        1,
                        600),
                curve(
                        "leases",
                        "CPU of the server for a renewal",
                        ScaleCurve.Unit.NANOS,
                        "worker ids held",
                        "worker=redis",
                        "reservation 3 s",
                        20_000,
                        10_000),
                curve(
                        "leases",
                        "CPU of the server for a renewal",
                        ScaleCurve.Unit.NANOS,
                        "worker ids held",
                        "worker=redis",
                        "reservation 3 s, a source each",
                        200_000,
                        100_000),
                curve(
                        "leases",
                        "leases ever past their bound",
                        ScaleCurve.Unit.COUNT,
                        "worker ids held",
                        "worker=redis",
                        "reservation 3 s",
                        0,
                        17),
                curve(
                        "leases",
                        "renewals a second",
                        ScaleCurve.Unit.PER_SECOND,
                        "worker ids held",
                        "worker=redis",
                        "reservation 3 s",
                        1,
                        10),
                new ScaleCurve(
                        "leases",
                        "time to acquire one of many",
                        ScaleCurve.Unit.NANOS,
                        "worker ids held",
                        "worker=etcd",
                        "",
                        null,
                        List.of(),
                        Row.Status.skipped,
                        "no server: refused"));
    }

    private static ScaleCurve curve(
            String part,
            String figure,
            ScaleCurve.Unit unit,
            String grows,
            String subject,
            String series,
            double one,
            double thousand) {
        return new ScaleCurve(
                part,
                figure,
                unit,
                grows,
                subject,
                series,
                subject.equals("snowflake") ? null : MYSQL,
                List.of(Sample.point(1, one), Sample.point(1000, thousand)),
                Row.Status.measured,
                null);
    }

    private static EntityLine entity(String name, @Nullable String library) {
        return new EntityLine(
                name, new Origin(library, name, ""), MYSQL, Row.Status.measured, null, null, null, 10_000, 3);
    }

    private static TokenLine tokens(String name, @Nullable String library, double alone) {
        return new TokenLine(
                name, new Origin(library, name, ""), REDIS, Row.Status.measured, null, alone, 3 * alone, 4, 32);
    }

    private static LockLine lock(String name, @Nullable String library, String server, double alone, boolean numbered) {
        return new LockLine(
                name,
                new Origin(library, name, ""),
                server,
                Row.Status.measured,
                null,
                alone,
                alone / 8,
                4,
                32,
                numbered,
                2_000,
                1_731.2);
    }

    private static LockLine skippedLock(String name, String reason) {
        return new LockLine(
                name,
                new Origin(null, name, ""),
                null,
                Row.Status.skipped,
                reason,
                null,
                null,
                4,
                32,
                null,
                2_000,
                null);
    }

    private static Shape shape(Row row) {
        return Objects.requireNonNull(row.get(Kind.SHAPE));
    }

    private static Row filled(Row row, Origin origin) {
        boolean networked = row.server() != null;
        List<Rate> rates = row.rates(Kind.THROUGHPUT);
        double one = rates.get(0).opsPerSecond();
        Measurements measurements = row.measurements()
                .with(Kind.THROUGHPUT, List.of(Sample.rate(1, one, one * 0.03, 1.25), rates.get(1)))
                .with(Kind.BATCH, List.of(Sample.rate(1, 9 * one, 0.1 * one)))
                .with(Kind.COST, new Cost(1.1e9 / one, 0.004))
                .with(
                        Kind.LATENCY,
                        List.of(
                                new Latency(
                                        100_000.0,
                                        99_998,
                                        1,
                                        50_000,
                                        90,
                                        130,
                                        410,
                                        3_200L,
                                        networked ? null : 41_000L,
                                        220_000),
                                new Latency(null, one, 1, 500_000, 70, 80, 120, 900L, 12_000L, 180_000)))
                .with(Kind.ROUND_TRIPS, new RoundTrips(100_000, networked ? 1 : 0, networked ? 1_200L : null))
                .with(Kind.START_UP, new StartUp(3, 12.5, 14, networked ? null : 2_900.0, List.of()))
                .with(Kind.NODES, new MergedNodes(2, 4_000_000, 0, 2 * one, 0, 1_999_123, 4_711, 12, false))
                .with(
                        Kind.PREDICTABILITY,
                        new Predictability(0.1, 0.9, networked ? 1.01 : null, networked ? null : 0.6))
                .with(Kind.LOCALITY, new Locality("BIGINT", 50_000, 2, 48_000, 690L, 800L, 171, 0.79, 64L << 20, null));
        return new Row(row.name(), origin, row.server(), row.status(), row.reason(), measurements);
    }

    /** A row of a strategy with its defaults, of which the least was measured. */
    public static Row row(
            String name,
            @Nullable String server,
            Row.Status status,
            @Nullable String reason,
            List<Rate> throughput,
            @Nullable Uniqueness uniqueness,
            @Nullable Order order,
            @Nullable Traits traits,
            @Nullable Shape shape) {
        Measurements measurements = Measurements.NONE
                .with(Kind.THROUGHPUT, throughput)
                .with(Kind.UNIQUENESS, uniqueness)
                .with(Kind.ORDERING, order)
                .with(Kind.TRAITS, traits)
                .with(Kind.SHAPE, shape);
        return new Row(name, new Origin(null, name, ""), server, status, reason, measurements);
    }

    public static Results interrupted() {
        return results(false, "abc1234");
    }

    private static Results results(boolean complete, String revision) {
        Environment environment = Sample.environment(
                "2026-11-20T10:00:00Z",
                complete,
                "quick: 3 forks, 2 iterations of 200 ms",
                new Machine("AMD EPYC Processor (with IBPB)", 2, 8L << 30, "Linux 6.1 amd64", "OpenJDK 17.0.15+6"),
                revision,
                "1.37",
                List.of(MYSQL, REDIS),
                List.of(
                        Sample.reference("AtomicLong.getAndIncrement", rates(215e6, 144e6, 0.08)),
                        Sample.reference("System.currentTimeMillis", rates(45.9e6, 91e6, 0.05))));
        return Sample.run(
                environment,
                List.of(
                        row(
                                "snowflake",
                                null,
                                rates(4.06e6, 4.09e6, 0.03),
                                "PER_GENERATOR",
                                claims(63, true, "NONE", "CLOCK", 4_096_000L),
                                new Shape("1991234567890123456", "1991234567890000000", "1991234567890123456", 0.002)),
                        row(
                                "sonyflake",
                                null,
                                rates(25.7e3, 25.4e3, 0.01),
                                "PER_GENERATOR",
                                claims(63, true, "NONE", "CLOCK", 25_600L),
                                new Shape("640112345678901234", "640112345678800000", "640112345678901234", 3e-6)),
                        row(
                                "uuid-v4",
                                null,
                                rates(6.85e6, 4.81e6, 0.17),
                                "NONE",
                                claims(128, false, "NONE", "RANDOM", null),
                                new Shape(UUID, "5", WIDE, 1e-31)),
                        row(
                                "uuid-v7",
                                null,
                                rates(33.7e6, 49.2e6, 0.17),
                                "PER_GENERATOR",
                                claims(128, true, "NONE", "RANDOM", 524_288_000L),
                                new Shape(UUID, "5", WIDE, 1e-20)),
                        row(
                                "leaf-segment",
                                MYSQL,
                                rates(119e6, 92.7e6, 1.2),
                                "PER_GENERATOR",
                                claims(63, false, "PER_BATCH", "STORED", null),
                                new Shape("1201345", "1", "1900000", 0.63)),
                        row(
                                "mysql-auto-increment",
                                MYSQL,
                                rates(6.11e3, 8.35e3, 0.24),
                                "GLOBAL",
                                claims(63, true, "PER_ID", "STORED", null),
                                new Shape("24001", "1", "24000", 1)),
                        row(
                                "redis-incr",
                                REDIS,
                                rates(18.4e3, 43e3, 0.69),
                                "GLOBAL",
                                claims(63, true, "PER_ID", "STORED", null),
                                new Shape("137001", "1", "137000", 1)),
                        row(
                                "mysql-replace-into",
                                null,
                                Row.Status.skipped,
                                "no server: refused",
                                List.of(),
                                null,
                                null,
                                null,
                                null),
                        row(
                                HOSTILE,
                                null,
                                Row.Status.failed,
                                "2 duplicates: " + HOSTILE,
                                List.of(),
                                new Uniqueness(3, 2, 100, 2, true),
                                new Order("NONE", "NONE", 0, 0),
                                null,
                                null)));
    }

    /** Of a busy machine, on which too few ids of a strategy came. */
    public static Results doubtful() {
        Environment quiet = complete().environment();
        Environment busy = new Environment(
                quiet.date(),
                true,
                quiet.profile(),
                quiet.machine(),
                quiet.gitRevision(),
                quiet.jmh(),
                quiet.servers(),
                quiet.references(),
                null,
                0.57);
        Row row = row(
                "slow",
                null,
                Row.Status.notShown,
                "of 2 processes one made 4 ids",
                List.of(Sample.rate(1, 5, null)),
                new Uniqueness(3, 2, 12, 0, true),
                new Order("GLOBAL", "GLOBAL", 0, 0),
                null,
                null);
        MergedNodes merged = new MergedNodes(2, 8, 0, 1, 0, 0, 0, 0, true);
        return Sample.run(
                busy,
                List.of(new Row(
                        row.name(),
                        row.origin(),
                        null,
                        row.status(),
                        row.reason(),
                        row.measurements().with(Kind.NODES, merged))));
    }

    private static Row row(
            String name, @Nullable String server, List<Rate> rates, String order, Traits traits, Shape shape) {
        double guessed = traits.bits() > 63 ? 0 : 0.8;
        Row row = row(
                name,
                server,
                Row.Status.measured,
                null,
                rates,
                new Uniqueness(3, 2, 1_200_000, 0, false),
                new Order(order, order, 0, order.equals("GLOBAL") ? 0 : 599_123),
                traits,
                shape);
        return new Row(
                name,
                row.origin(),
                server,
                row.status(),
                null,
                row.measurements().with(Kind.PREDICTABILITY, new Predictability(guessed, guessed, null, null)));
    }

    private static Traits claims(int bits, boolean timeSorted, String coordination, String safety, @Nullable Long cap) {
        String end = safety.equals("CLOCK") ? "2080-07-10T17:30:30.208Z" : null;
        return new Traits(bits, timeSorted, coordination, safety, cap, end, List.of("rests on " + safety));
    }

    private static List<Rate> rates(double one, double two, double error) {
        return List.of(Sample.rate(1, one, one * error), Sample.rate(2, two, two * error));
    }
}
