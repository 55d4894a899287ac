package io.distid.bench.workshop.bars;

import io.distid.bench.entity.EntityKind;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All bars, in the order of printing: one for each figure that matters to users. Stateless: safe for use by any number
 * of threads.
 */
public final class BarCatalogue {
    private static final String SNOWFLAKE = "snowflake";
    private static final String SNOWFLAKE_AHEAD = "snowflake max-lead=1d";
    private static final String SONYFLAKE = "sonyflake";
    private static final String LEAF = "leaf-segment";
    private static final String LEAF_PER_THREAD = "leaf-segment order=thread";
    private static final String CHAIN = "cosid segment-chain";
    private static final String V7 = "uuid-v7";
    private static final String V7_PER_THREAD = "uuid-v7 order=thread";
    private static final String V7_PER_THREAD_FAST = "uuid-v7 thread fast";

    /** A fast peer. Its random bits can be predicted, and it adds 1 to them within a ms. */
    private static final String FAST_PEER = "robsonkades v7";

    /** The share of the rate of a bare client, which checks nothing. */
    private static final double NEARLY = 0.95;

    private BarCatalogue() {}

    static Stream<Bar> all() {
        return Stream.of(snowflake(), sonyflake(), leaf(), counters(), locks(), uuids(), others())
                .flatMap(List::stream);
    }

    /** The names of all bars, each once, in their order. */
    public static List<String> names() {
        return all().map(Bar::name).distinct().toList();
    }

    private static List<Bar> snowflake() {
        BarRun capped = BarRun.of(SNOWFLAKE, 2);
        List<Bar> bars = new ArrayList<>(List.of(
                Bar.within(
                        "snowflake: the cap of 4096 ids a ms is reached within 1 %, not exceeded",
                        capped, Figure.RATE, 4_096_000, 0.99, 1.001),
                Bar.within("snowflake: cores in use while waiting at the cap", capped, Figure.CORES, 1, 0, 0.6),
                Bar.rate(
                        "snowflake: below the cap an id costs at most 1.3 readings of the clock",
                        BarRun.of("snowflake sequence-bits=20", 1),
                        1 / 1.3,
                        BarRun.of(Target.CLOCK, 1))));
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "snowflake: ahead of an exact clock, against the fastest peer",
                    BarRun.of(SNOWFLAKE_AHEAD, threads),
                    1,
                    runs(
                            threads,
                            "tsid-creator",
                            "cosid snowflake",
                            "hutool snowflake",
                            "mybatis-plus",
                            "yitter",
                            "agrona snowflake")));
        }
        bars.add(batch("snowflake", SNOWFLAKE_AHEAD));
        bars.add(allocation("snowflake", SNOWFLAKE_AHEAD, SNOWFLAKE_AHEAD));
        return bars;
    }

    private static List<Bar> sonyflake() {
        return List.of(
                // A second of measurement may begin and end within a tick. So it may be one tick in a hundred too long
                // or too short.
                Bar.within(
                        "sonyflake: the cap of 256 ids a tick of 10 ms is reached within 1 %, not exceeded",
                        BarRun.of(SONYFLAKE, 2), Figure.RATE, 25_600, 0.99, 1.01),
                Bar.rate(
                        "sonyflake: ahead of the clock, against Snowflake ahead of the clock",
                        BarRun.of("sonyflake max-lead=365d", 1),
                        0.8,
                        BarRun.of(SNOWFLAKE_AHEAD, 1)));
    }

    /** CosId's chain runs on the same table, configured as in its documentation. */
    private static List<Bar> leaf() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "leaf-segment: nextId against a bare counter",
                    BarRun.of(LEAF, threads),
                    0.8,
                    BarRun.of(Target.ATOMIC_LONG, threads)));
            bars.add(Bar.rate(
                    "leaf-segment: nextId against CosId's chain",
                    BarRun.of(LEAF, threads),
                    4,
                    BarRun.of(CHAIN, threads)));
        }
        bars.add(Bar.rate(
                "leaf-segment: order=thread against a bare counter",
                BarRun.of(LEAF_PER_THREAD, 2),
                4,
                BarRun.of(Target.ATOMIC_LONG, 2)));
        bars.add(batch("leaf-segment", LEAF));
        bars.add(allocation("leaf-segment", "order=generator", LEAF));
        return bars;
    }

    private static List<Bar> counters() {
        return List.of(
                // The strategy's script compares before it counts.
                bare("redis-incr", "a bare INCR of Jedis", "jedis INCR", 0.9),
                bare("postgresql-sequence", "SELECT nextval in bare JDBC", "jdbc nextval", NEARLY),
                // Used rows stay: the bare client deletes none either.
                bare("mysql-auto-inc clean=false", "the same INSERT in bare JDBC", "jdbc auto-increment", NEARLY),
                bare("mysql-replace-into", "the same REPLACE in bare JDBC", "jdbc replace-into", NEARLY),
                bare("mysql-update", "the same UPDATE in bare JDBC", "jdbc update", NEARLY));
    }

    private static Bar bare(String strategy, String what, String reference, double share) {
        return request(strategy + ": an id against " + what, strategy, share, reference);
    }

    private static Bar request(String name, String subject, double share, String reference) {
        return Bar.rate(name, BarRun.request(subject), share, BarRun.request(reference));
    }

    private static List<Bar> locks() {
        return List.of(
                request("lock: on Redis against Redisson's RLock", "lock redis", 1, "redisson RLock"),
                request(
                        "tokens: consume on Redis against the same script in bare Jedis",
                        "tokens redis",
                        NEARLY,
                        "jedis token script"));
    }

    private static List<Bar> uuids() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "uuid-v7: against the fastest secure peer",
                    BarRun.of(V7, threads),
                    1,
                    runs(
                            threads,
                            "uuid-creator v7",
                            "uuid-creator v7 plus 1",
                            "jug v7",
                            "jug v7 random",
                            "robsonkades v7 secure")));
            bars.add(Bar.rate(
                    "uuid-v4: against UUID.randomUUID",
                    BarRun.of("uuid-v4", threads),
                    10,
                    BarRun.of("jdk randomUUID", threads)));
        }
        bars.add(Bar.rate(
                "uuid-v7: order=thread source=fast against robsonkades' fast form",
                BarRun.of(V7_PER_THREAD_FAST, 1),
                1,
                BarRun.of(FAST_PEER, 1)));
        bars.add(Bar.rate(
                "uuid-v7: order=thread scales from 1 thread",
                BarRun.of(V7_PER_THREAD, 2),
                1.8,
                BarRun.of(V7_PER_THREAD, 1)));
        bars.add(Bar.rate(
                "uuid-v7: a batch of 1024 against robsonkades' fill, which is not secure",
                BarRun.batch(V7),
                0.75,
                BarRun.batch(FAST_PEER)));
        return bars;
    }

    private static List<Bar> others() {
        List<Bar> bars = new ArrayList<>();
        for (String strategy : List.of(V7, SNOWFLAKE)) {
            bars.add(Bar.atMost(
                    strategy + ": the first id of a JVM by name, against the slowest peer",
                    BarRun.firstId(strategy),
                    Figure.FIRST_ID,
                    BarRun.firstId("uuid-creator v7"),
                    BarRun.firstId("tsid-creator"),
                    BarRun.firstId("jug v7")));
        }
        bars.add(Bar.rate(
                "id-micrometer: " + SNOWFLAKE_AHEAD + " with metrics bound, against without",
                BarRun.of(Target.metrics(SNOWFLAKE_AHEAD, "watched"), 1),
                0.98,
                BarRun.of(Target.metrics(SNOWFLAKE_AHEAD, "not watched"), 1)));
        bars.add(Bar.rate(
                "id-micrometer: " + SNOWFLAKE_AHEAD + " with issued ids counted, against without",
                BarRun.of(Target.metrics(SNOWFLAKE_AHEAD, "counted"), 1),
                0.8,
                BarRun.of(Target.metrics(SNOWFLAKE_AHEAD, "not watched"), 1)));
        EntityKind snowflake = EntityKind.SNOWFLAKE;
        bars.add(Bar.rate(
                "id-hibernate: rows of " + snowflake.subject() + " against the fastest other way",
                BarRun.batch(snowflake.subject()),
                1,
                BarRun.batch(EntityKind.SEQUENCE.subject()),
                BarRun.batch(EntityKind.IDENTITY.subject()),
                BarRun.batch(EntityKind.UUID_GENERATOR.subject()),
                BarRun.batch(EntityKind.TSID.subject())));
        return bars;
    }

    private static Bar batch(String strategy, String subject) {
        return Bar.rate(
                strategy + ": nextIds of 1024 against nextId", BarRun.batch(subject), 10, BarRun.of(subject, 1));
    }

    private static Bar allocation(String strategy, String what, String subject) {
        String name = strategy + ": bytes allocated for an id, " + what;
        return Bar.within(name, BarRun.of(subject, 1), Figure.BYTES, 1, 0, 0.1);
    }

    private static BarRun[] runs(int threads, String... subjects) {
        return Stream.of(subjects).map(subject -> BarRun.of(subject, threads)).toArray(BarRun[]::new);
    }
}
