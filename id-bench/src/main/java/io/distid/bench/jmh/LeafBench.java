package io.distid.bench.jmh;

import io.distid.IdGenerators;
import io.distid.leaf.LeafSegmentGenerator;
import io.distid.leaf.LeafStats;
import io.distid.testkit.server.Database;
import io.distid.testkit.server.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Leaf segments on a real MySQL or MariaDB beside the bare counter that no shared source of ids can beat.
 *
 * <p>Run with {@code -t 1}, {@code -t 2} and {@code -t 8}; {@code -prof gc} shows what an id allocates. The database shares the
 * machine, and so the cores. At the end each fork prints how its tag stood: loads, step, ids burned.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LeafBench {
    private static final int BATCH = 1024;

    /** Whose ids increase. */
    @Param({"generator", "thread"})
    public String order = "";

    /** The step that the table holds. */
    @Param("100000")
    public int step;

    /** The most ids of a claim. */
    @Param("1000000")
    public int maxStep;

    private final AtomicLong counter = new AtomicLong();
    private MySqlServer server;
    private LeafSegmentGenerator ids;

    /** Made by JMH. */
    public LeafBench() {}

    /** Where a thread's batches go. */
    @State(Scope.Thread)
    public static class Batch {
        private final long[] ids = new long[BATCH];

        /** Made by JMH. */
        public Batch() {}
    }

    /**
     * Starts the server and opens the generator.
     *
     * @throws SQLException if the table cannot be made
     */
    @Setup
    public void open() throws SQLException {
        server = MySqlServer.start();
        Database database = server.createDatabase();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) NOT NULL PRIMARY KEY, "
                    + "max_id BIGINT NOT NULL, step INT NOT NULL) ENGINE=InnoDB");
            statement.execute("INSERT INTO leaf_alloc VALUES ('bench', 1, " + step + ")");
        }
        ids = (LeafSegmentGenerator) IdGenerators.openLong(
                "leaf-segment",
                Map.of(
                        "tag", "bench",
                        "order", order,
                        "max-step", Integer.toString(maxStep),
                        "store.url", database.url(),
                        "store.user", database.user(),
                        "store.password", database.password()));
        LeafStanding.of(() -> {
            LeafStats stats = ids.stats();
            return new LeafStanding.Standing(stats.loads(), stats.left() + stats.burned(), stats.step());
        });
    }

    /**
     * The bar: one shared counter.
     *
     * @return its value
     */
    @Benchmark
    public long counter() {
        return counter.getAndIncrement();
    }

    /**
     * One id.
     *
     * @return the id
     */
    @Benchmark
    public long nextId() {
        return ids.nextId();
    }

    /**
     * A batch of 1024, counted as 1024 ids.
     *
     * @param batch where they go
     * @return the ids
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] nextIds(Batch batch) {
        ids.nextIds(batch.ids, 0, BATCH);
        return batch.ids;
    }

    /**
     * One id, now and then timed by itself, with all threads drawing as fast as they can.
     *
     * @return the id
     */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    public long latency() {
        return ids.nextId();
    }

    /**
     * One id at a fixed rate: how long calls take.
     *
     * @param pace when the call is due
     * @return the id
     */
    @Benchmark
    public long pacedId(LeafPace pace) {
        pace.await();
        long id = ids.nextId();
        pace.done();
        return id;
    }

    /**
     * The bare counter at a fixed rate: what the machine itself does to calls.
     *
     * @param pace when the call is due
     * @return its value
     */
    @Benchmark
    public long pacedCounter(LeafPace pace) {
        pace.await();
        long value = counter.getAndIncrement();
        pace.done();
        return value;
    }

    /** Ends everything. */
    @TearDown
    public void close() {
        ids.close();
        server.close();
    }
}
