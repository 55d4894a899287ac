package io.distid.bench.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results of a run that never was, with strategies of every kind, and a name that tries to be markup. */
final class SampleResults {
    static final String HOSTILE = "</script><script>console.error('markup')</script><!-- <img src=x>";
    private static final String MYSQL = "MariaDB 11.4.5 (embedded)";
    private static final String REDIS = "Redis 6.2.11 (embedded)";
    private static final String UUID = "0199c2f0-7d5e-7a31-9c4f-2f6b8d1e0a57";
    private static final String WIDE = "2125431289675437296812357896123546791";

    private SampleResults() {}

    static Results complete() {
        return results(true);
    }

    static Results interrupted() {
        return results(false);
    }

    private static Results results(boolean complete) {
        Environment environment = new Environment(
                "2026-11-20T10:00:00Z",
                complete,
                "quick: 3 forks, 2 iterations of 200 ms",
                new Machine("AMD EPYC Processor (with IBPB)", 2, 8L << 30, "Linux 6.1 amd64", "OpenJDK 17.0.15+6"),
                "abc1234",
                "1.37",
                List.of(MYSQL, REDIS),
                List.of(
                        new Reference("AtomicLong.getAndIncrement", rates(215e6, 144e6, 0.08)),
                        new Reference("System.currentTimeMillis", rates(45.9e6, 91e6, 0.05))));
        return new Results(
                environment,
                List.of(
                        row(
                                "snowflake",
                                null,
                                rates(4.06e6, 4.09e6, 0.03),
                                "PER_GENERATOR",
                                claims(63, true, "NONE", "CLOCK", 4_096_000L),
                                new Shape(
                                        "1991234567890123456",
                                        "1991234567890000000",
                                        "1991234567890123456",
                                        0.002,
                                        0.83)),
                        row(
                                "sonyflake",
                                null,
                                rates(25.7e3, 25.4e3, 0.01),
                                "PER_GENERATOR",
                                claims(63, true, "NONE", "CLOCK", 25_600L),
                                new Shape(
                                        "640112345678901234", "640112345678800000", "640112345678901234", 3e-6, 0.91)),
                        row(
                                "uuid-v4",
                                null,
                                rates(6.85e6, 4.81e6, 0.17),
                                "NONE",
                                claims(128, false, "NONE", "RANDOM", null),
                                new Shape(UUID, "5", WIDE, 1e-31, 0)),
                        row(
                                "uuid-v7",
                                null,
                                rates(33.7e6, 49.2e6, 0.17),
                                "PER_GENERATOR",
                                claims(128, true, "NONE", "RANDOM", 524_288_000L),
                                new Shape(UUID, "5", WIDE, 1e-20, 0)),
                        row(
                                "leaf-segment",
                                MYSQL,
                                rates(119e6, 92.7e6, 1.2),
                                "PER_GENERATOR",
                                claims(63, false, "PER_BATCH", "STORED", null),
                                new Shape("1201345", "1", "1900000", 0.63, 0.97)),
                        row(
                                "mysql-auto-increment",
                                MYSQL,
                                rates(6.11e3, 8.35e3, 0.24),
                                "GLOBAL",
                                claims(63, true, "PER_ID", "STORED", null),
                                new Shape("24001", "1", "24000", 1, 0.55)),
                        row(
                                "redis-incr",
                                REDIS,
                                rates(18.4e3, 43e3, 0.69),
                                "GLOBAL",
                                claims(63, true, "PER_ID", "STORED", null),
                                new Shape("137001", "1", "137000", 1, 0.6)),
                        new Row(
                                "mysql-replace-into",
                                null,
                                Row.Status.skipped,
                                "no server: refused",
                                List.of(),
                                null,
                                null,
                                null,
                                null),
                        new Row(
                                HOSTILE,
                                null,
                                Row.Status.failed,
                                "2 duplicates: " + HOSTILE,
                                List.of(),
                                new Uniqueness(3, 2, 100, 2),
                                new Order("NONE", "NONE", 0, 0),
                                null,
                                null)));
    }

    private static Row row(
            String name, @Nullable String server, List<Rate> rates, String order, Traits traits, Shape shape) {
        return new Row(
                name,
                server,
                Row.Status.measured,
                null,
                rates,
                new Uniqueness(3, 2, 1_200_000, 0),
                new Order(order, order, 0, order.equals("GLOBAL") ? 0 : 599_123),
                traits,
                shape);
    }

    private static Traits claims(int bits, boolean timeSorted, String coordination, String safety, @Nullable Long cap) {
        String end = safety.equals("CLOCK") ? "2080-07-10T17:30:30.208Z" : null;
        return new Traits(bits, timeSorted, coordination, safety, cap, end, List.of("rests on " + safety));
    }

    private static List<Rate> rates(double one, double two, double error) {
        return List.of(new Rate(1, one, one * error), new Rate(2, two, two * error));
    }
}
