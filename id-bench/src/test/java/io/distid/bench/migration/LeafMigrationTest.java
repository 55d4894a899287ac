package io.distid.bench.migration;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.bench.subject.LeafAllocTable;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ranges that are claimed by Leaf's two statements, and ours, on one table. */
class LeafMigrationTest {
    private static final int STEP = 100;

    private final IssuedIds issued = new IssuedIds();
    private final Map<String, String> settings = ComingFromPage.under("Leaf").settings();
    private Connection connection;

    @BeforeEach
    void makeLeafsTable() throws SQLException {
        Database database = orSkip(MySqlServer::shared).createDatabase();
        LeafAllocTable.create(database, settings.get("tag"), STEP);
        settings.put("store.url", database.url());
        settings.put("store.user", database.user());
        settings.put("store.password", database.password());
        connection = database.connect();
    }

    @AfterEach
    void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    @Test
    void oldAndNewNodesShareATagAndBackAgain() {
        LongSupplier first = new LeafNode(settings.get("tag"));
        LongSupplier second = new LeafNode(settings.get("tag"));
        issued.draw(STEP / 2, List.of(first, second));

        try (LongIdGenerator ours = opened(settings)) {
            assertThat(issued.draw(ours::nextId))
                    .as("above both segments in hand")
                    .isGreaterThanOrEqualTo(1 + 4 * STEP);
            issued.draw(10 * STEP, List.of(first, ours::nextId, second));
        }
        issued.draw(3 * STEP, List.of(first, second));
        issued.shouldAllDiffer();
    }

    @Test
    void rowRecreatedFromTheHighestStoredIdRepeatsIdsInHand() throws SQLException {
        LongSupplier old = new LeafNode(settings.get("tag"));
        issued.draw(STEP / 2, List.of(old));
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('anew', " + (issued.highest() + 1)
                    + ", " + STEP + ")");
        }

        Map<String, String> anew = new TreeMap<>(settings);
        anew.put("tag", "anew");
        try (LongIdGenerator ours = opened(anew)) {
            assertThat(ours.nextId()).isEqualTo(old.getAsLong());
        }
    }

    private static LongIdGenerator opened(Map<String, String> given) {
        Map<String, String> keys = new TreeMap<>(given);
        keys.putAll(Map.of("store.timeout", "60s", "max-wait", "2min"));
        return IdGenerators.openLong(keys.remove("strategy"), keys);
    }

    /** Has two segments in hand, as Leaf does: one that it issues, and the next. */
    private final class LeafNode implements LongSupplier {
        private final String tag;
        private long next;
        private long end;
        private long nextSegment;

        LeafNode(String tag) {
            this.tag = tag;
            next = claim();
            end = next + STEP;
            nextSegment = claim();
        }

        @Override
        public long getAsLong() {
            if (next == end) {
                next = nextSegment;
                end = next + STEP;
                nextSegment = claim();
            }
            return next++;
        }

        private long claim() {
            try (Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = '" + tag + "'");
                try (ResultSet row = statement.executeQuery(
                        "SELECT biz_tag, max_id, step FROM leaf_alloc WHERE biz_tag = '" + tag + "'")) {
                    row.next();
                    return row.getLong("max_id") - row.getLong("step");
                } finally {
                    connection.commit();
                    connection.setAutoCommit(true);
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
