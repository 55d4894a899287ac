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
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * CosId's segment chain with its defaults, on the same table of a real MySQL or MariaDB as {@link LeafBench}.
 *
 * <p>CosId's own JDBC distributor is not on Maven Central; its ranges are claimed through ours, which costs it the same round
 * trips.
 */
@State(Scope.Benchmark)
public class CosIdSegmentBench {
    private static final String TAG = "cosid";

    /** The step. */
    @Param("100000")
    public int step;

    private MySqlServer server;
    private SegmentStore store;
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
        ids = new SegmentChainId(new Distributor(store, step));
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

    /** Ends everything. */
    @TearDown
    public void close() {
        store.close();
        server.close();
    }

    private record Distributor(SegmentStore store, long step) implements IdSegmentDistributor {
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
        public long nextMaxId(long size) {
            return store.claim(TAG, size).end();
        }
    }
}
