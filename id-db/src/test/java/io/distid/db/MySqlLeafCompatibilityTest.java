package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database that Leaf made and goes on using, with all that people do to it. */
class MySqlLeafCompatibilityTest {
    private final Database database = Servers.shared().createDatabase();

    @BeforeEach
    void createTableAsLeafDoes() throws SQLException {
        Servers.createLeafTable(database);
        Servers.execute(
                database,
                "INSERT INTO leaf_alloc (biz_tag, max_id, step, description)"
                        + " VALUES ('leaf-segment-test', 1, 2000, 'Test leaf Segment Mode Get Id')");
    }

    @Test
    void rangesOfBothSidesOnOneTagAreDisjoint() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (SegmentStore store = Segments.open(database)) {
            List<Callable<List<Segment>>> claimers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                claimers.add(() -> {
                    List<Segment> claimed = new ArrayList<>();
                    for (int n = 0; n < 25; n++) {
                        claimed.add(store.claim("leaf-segment-test", 100 + n));
                    }
                    return claimed;
                });
                claimers.add(this::claimAsLeafDoes);
            }
            List<Segment> all = new ArrayList<>();
            for (Future<List<Segment>> claimed : threads.invokeAll(claimers)) {
                all.addAll(claimed.get());
            }
            all.sort(Comparator.comparingLong(Segment::start));
            assertThat(all).hasSize(200);
            assertThat(all.get(0).start()).isEqualTo(1);
            for (int i = 1; i < all.size(); i++) {
                assertThat(all.get(i).start()).isEqualTo(all.get(i - 1).end());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void tagsComeAndGo() throws SQLException {
        try (SegmentStore store = Segments.open(database)) {
            assertThat(store.tags()).containsExactly("leaf-segment-test");
            Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, step) VALUES ('orders', 10)");
            assertThat(store.tags()).containsExactly("leaf-segment-test", "orders");
            Servers.execute(database, "DELETE FROM leaf_alloc");
            assertThat(store.tags()).isEmpty();
            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no tag \"orders\"")
                    .hasMessageContaining("INSERT INTO");
            Servers.execute(database, "DROP TABLE leaf_alloc");
            assertThatThrownBy(store::tags).isInstanceOf(BackendException.class).hasMessageContaining("no such table");
        }
    }

    @Test
    void unusedEndIsGivenBackIfNobodyClaimedSince() throws SQLException {
        try (SegmentStore store = Segments.open(database);
                SegmentStore other = Segments.open(database)) {
            Segment segment = store.claim("leaf-segment-test", 1_000);
            assertThat(store.giveBack("leaf-segment-test", new Segment(401, segment.end())))
                    .isTrue();
            assertThat(store.claim("leaf-segment-test", 10)).isEqualTo(new Segment(401, 411));
            other.claim("leaf-segment-test", 10);
            assertThat(store.giveBack("leaf-segment-test", new Segment(405, 411)))
                    .isFalse();
            assertThat(store.claim("leaf-segment-test", 10)).isEqualTo(new Segment(421, 431));
            assertThatThrownBy(() -> {
                        Servers.execute(database, "UPDATE leaf_alloc SET max_id = 405");
                        store.claim("leaf-segment-test", 10);
                    })
                    .hasMessageContaining("has max_id 405, but up to 430 was granted before");
            assertThat(Servers.number(database, "SELECT max_id FROM leaf_alloc"))
                    .isEqualTo(405);
        }
    }

    @Test
    void rowsThatWereChangedByHandAreReportedAsSuch() throws SQLException {
        try (SegmentStore store = Segments.open(database)) {
            Servers.execute(
                    database,
                    "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES"
                            + " ('below', -5, 10), ('still', 1, 0), ('back', 1, -1), ('full', " + Long.MAX_VALUE
                            + ", 1)");
            assertThatThrownBy(() -> store.claim("below", 10))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("max_id -5");
            for (String tag : List.of("still", "back")) {
                assertThatThrownBy(() -> store.step(tag))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("must be at least 1");
            }
            assertThatThrownBy(() -> store.claim("full", 1)).hasMessageContaining("would pass " + Long.MAX_VALUE);
            assertThat(Servers.number(database, "SELECT max_id FROM leaf_alloc WHERE biz_tag = 'below'"))
                    .isEqualTo(-5);
        }
    }

    @Test
    void readerLearnsWhichPrivilegeIsMissing() throws SQLException {
        Database reader = Servers.shared().createUser(database, "SELECT");
        try (SegmentStore store = Segments.open(reader)) {
            assertThat(store.step("leaf-segment-test")).isEqualTo(2_000);
            assertThatThrownBy(() -> store.claim("leaf-segment-test", 10))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("lacks a privilege")
                    .hasMessageContaining("UPDATE");
        }
    }

    /** As Leaf's IDAllocDaoImpl.updateMaxIdAndGetLeafAlloc: update by the row's own step, read, commit. */
    private List<Segment> claimAsLeafDoes() throws SQLException {
        List<Segment> claimed = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int n = 0; n < 25; n++) {
                statement.executeUpdate(
                        "UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = 'leaf-segment-test'");
                try (ResultSet row = statement.executeQuery(
                        "SELECT biz_tag, max_id, step FROM leaf_alloc WHERE biz_tag = 'leaf-segment-test'")) {
                    row.next();
                    claimed.add(new Segment(row.getLong(2) - row.getLong(3), row.getLong(2)));
                }
                connection.commit();
            }
        }
        return claimed;
    }
}
