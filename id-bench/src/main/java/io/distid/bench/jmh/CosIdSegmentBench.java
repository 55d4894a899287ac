package io.distid.bench.jmh;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import io.distid.testkit.server.Database;
import io.distid.testkit.server.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegment;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * CosId's segment chain as its documentation sets it up, on the same table of a real MySQL or MariaDB as {@link LeafBench}.
 *
 * <p>CosId's own JDBC distributor is not on Maven Central; its ranges are claimed through ours, which costs it the same round
 * trips. The step is that of one link of the chain: as long as its callers ran dry within the last five seconds, each claim takes twice as
 * many links as the one before, without a cap that would be met here.
 */
@State(Scope.Benchmark)
public class CosIdSegmentBench {
    private static final String TAG = "cosid";

    /** The step. */
    @Param("100000")
    public int step;

    /** How many links the chain keeps ahead: 10 by its documentation, 2 by its shorter constructor. */
    @Param("10")
    public int safeDistance;

    private MySqlServer server;
    private SegmentStore store;
    private Distributor distributor;
    private SegmentChainId ids;

    /** Made by JMH. */
    public CosIdSegmentBench() {}

    /**
     * Starts the server and opens the chain.
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
            statement.execute("INSERT INTO leaf_alloc VALUES ('" + TAG + "', 1, " + step + ")");
        }
        SegmentStoreProvider mysql = Providers.find(SegmentStoreProvider.class, "mysql");
        store = mysql.open(IdConfig.of(
                mysql, Map.of("url", database.url(), "user", database.user(), "password", database.password())));
        distributor = new Distributor(store, step);
        ids = new SegmentChainId(
                IdSegment.TIME_TO_LIVE_FOREVER, safeDistance, distributor, PrefetchWorkerExecutorService.DEFAULT);
        LeafStanding.of(this::standing);
    }

    private LeafStanding.Standing standing() {
        long issued = Math.min(ids.current().getSequence(), ids.current().getMaxId());
        return new LeafStanding.Standing(
                distributor.claims.get(), distributor.top.get() - issued, distributor.size.get());
    }

    /**
     * One id.
     *
     * @return the id
     */
    @Benchmark
    public long generate() {
        return ids.generate();
    }

    /**
     * One id, now and then timed by itself, with all threads drawing as fast as they can.
     *
     * @return the id
     */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    public long latency() {
        return ids.generate();
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
        long id = ids.generate();
        pace.done();
        return id;
    }

    /** Ends everything. */
    @TearDown
    public void close() {
        store.close();
        server.close();
    }

    private static final class Distributor implements IdSegmentDistributor {
        private final SegmentStore store;
        private final long step;
        private final AtomicLong claims = new AtomicLong();
        private final AtomicLong size = new AtomicLong();
        private final AtomicLong top = new AtomicLong();

        Distributor(SegmentStore store, long step) {
            this.store = store;
            this.step = step;
        }

        @Override
        public String getNamespace() {
            return "distid";
        }

        @Override
        public String getName() {
            return TAG;
        }

        @Override
        public long getStep() {
            return step;
        }

        @Override
        public long nextMaxId(long ids) {
            long end = store.claim(TAG, ids).end();
            claims.incrementAndGet();
            size.set(ids);
            top.accumulateAndGet(end, Math::max);
            return end;
        }
    }
}
