package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SharedObjects;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One tag in two databases, in blocks of 1,000 that they own in turn. */
class MySqlSeveralDatabasesTest {
    private static final String TAG = "orders";
    private static final String NOWHERE = "jdbc:mysql://127.0.0.1:1/x";

    private final MySqlServer server = Servers.shared();
    private final Database zero = server.createDatabase();
    private final Database one = server.createDatabase();

    @BeforeEach
    void makeTheTagInBoth() throws SQLException {
        Servers.administer(server, "GRANT ALL ON `" + one.name() + "`.* TO '" + zero.user() + "'@'%'");
        for (Database database : List.of(zero, one)) {
            Servers.createLeafTable(database);
            Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + TAG + "', 0, 100)");
        }
    }

    @Test
    void rangesOfBothDatabasesAreDisjointAndFillTheBlocks() {
        List<Segment> all = new ArrayList<>();
        try (SegmentStore atZero = openDivided(zero.url() + " " + NOWHERE);
                SegmentStore atOne = open(NOWHERE + " " + one.url())) {
            for (int i = 0; i < 30; i++) {
                all.add(atZero.claim(TAG, 100));
                all.add(atOne.claim(TAG, 100));
            }
        }
        all.sort(Comparator.comparingLong(Segment::start));
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i)).isEqualTo(new Segment(i * 100L, i * 100L + 100));
        }
    }

    @Test
    void claimThatWouldStraddleBlocksStartsWithTheNext() {
        try (SegmentStore store = openDivided(NOWHERE + " " + one.url())) {
            assertThat(store.claim(TAG, 700)).isEqualTo(new Segment(1_000, 1_700));
            assertThat(store.claim(TAG, 700)).isEqualTo(new Segment(3_000, 3_700));
            assertThat(store.claim(TAG, 300)).isEqualTo(new Segment(3_700, 4_000));
            assertThat(store.claim(TAG, 1_000)).isEqualTo(new Segment(5_000, 6_000));
            assertThatThrownBy(() -> store.claim(TAG, 1_001)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void rangesAscendWhenTheOtherDatabaseTakesOver() throws SQLException {
        try (SegmentStore both = open(zero.url() + " " + one.url());
                SegmentStore ahead = open(zero.url() + " " + NOWHERE)) {
            for (int i = 0; i < 25; i++) {
                ahead.claim(TAG, 100);
            }
            Segment before = both.claim(TAG, 100);
            Database used = before.start() / 1_000 % 2 == 0 ? zero : one;
            Database other = used == zero ? one : zero;
            Servers.execute(used, "RENAME TABLE leaf_alloc TO away");
            Segment after = both.claim(TAG, 100);
            assertThat(after.start()).isGreaterThanOrEqualTo(before.end());
            assertThat(after.start() / 1_000 % 2).isEqualTo(other == zero ? 0 : 1);
            Servers.execute(used, "RENAME TABLE away TO leaf_alloc");
            Servers.execute(other, "RENAME TABLE leaf_alloc TO away");
            Segment again = both.claim(TAG, 100);
            assertThat(again.start()).isGreaterThanOrEqualTo(after.end());
            Servers.execute(other, "RENAME TABLE away TO leaf_alloc");
        }
    }

    /** Their column is compared without case. The store is asked for the tag's step whenever the list of tags does not have its name. */
    @Test
    void rangesAscendWhereTheDatabasesSpellATagInTwoWays() throws SQLException {
        try (SegmentStore both = open(zero.url() + " " + one.url())) {
            Segment before = both.claim(TAG, 100);
            for (int i = 0; i < 25; i++) {
                before = both.claim(TAG, 100);
            }
            Database used = before.start() / 1_000 % 2 == 0 ? zero : one;
            Database other = used == zero ? one : zero;
            Servers.execute(other, "UPDATE leaf_alloc SET biz_tag = 'ORDERS' WHERE biz_tag = '" + TAG + "'");
            Servers.execute(used, "RENAME TABLE leaf_alloc TO away");
            both.step(TAG);
            Segment after = both.claim(TAG, 100);
            assertThat(after.start()).isGreaterThanOrEqualTo(before.end());
            Servers.execute(other, "UPDATE leaf_alloc SET max_id = max_id - 100 WHERE biz_tag = 'ORDERS'");
            assertThatThrownBy(() -> both.claim("Orders", 100)).isInstanceOf(StoreRegressedException.class);
            Servers.execute(used, "RENAME TABLE away TO leaf_alloc");
        }
    }

    @Test
    void databaseThatWentBackIsRefusedAfterTheOtherServedToo() throws SQLException {
        try (SegmentStore both = open(zero.url() + " " + one.url())) {
            Segment before = both.claim(TAG, 300);
            Database used = before.start() / 1_000 % 2 == 0 ? zero : one;
            Database other = used == zero ? one : zero;
            Servers.execute(used, "RENAME TABLE leaf_alloc TO away");
            both.claim(TAG, 100);
            Servers.execute(used, "UPDATE away SET max_id = 100 WHERE biz_tag = '" + TAG + "'");
            Servers.execute(used, "RENAME TABLE away TO leaf_alloc");
            Servers.execute(other, "RENAME TABLE leaf_alloc TO away");
            assertThatThrownBy(() -> both.claim(TAG, 100))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("has max_id 100, but up to 299 was granted before");
            assertThat(Servers.number(used, "SELECT max_id FROM leaf_alloc WHERE biz_tag = '" + TAG + "'"))
                    .as("left as it is, for others to notice")
                    .isEqualTo(100);
            Servers.execute(other, "RENAME TABLE away TO leaf_alloc");
        }
    }

    @Test
    void unusedEndGoesBackToItsOwnDatabase() {
        try (SegmentStore store = openDivided(NOWHERE + " " + one.url())) {
            Segment segment = store.claim(TAG, 500);
            assertThat(store.giveBack(TAG, new Segment(segment.start() + 20, segment.end())))
                    .isTrue();
            assertThat(store.claim(TAG, 10)).isEqualTo(new Segment(1_020, 1_030));
        }
    }

    @Test
    void databaseThatWentBackIsRefusedAfterItDidNotTakeARangeBack() throws SQLException {
        try (SegmentStore store = openDivided(zero.url() + " " + NOWHERE)) {
            Segment first = store.claim(TAG, 100);
            store.claim(TAG, 100);
            assertThat(store.giveBack(TAG, new Segment(first.start() + 50, first.end())))
                    .isFalse();
            Servers.execute(zero, "UPDATE leaf_alloc SET max_id = 100 WHERE biz_tag = '" + TAG + "'");
            assertThatThrownBy(() -> store.claim(TAG, 100)).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void databaseThatWentBackIsRefused() throws SQLException {
        try (SegmentStore store = openDivided(zero.url() + " " + NOWHERE)) {
            store.claim(TAG, 300);
            Servers.execute(zero, "UPDATE leaf_alloc SET max_id = 100 WHERE biz_tag = '" + TAG + "'");
            assertThatThrownBy(() -> store.claim(TAG, 100)).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void idsEndBeforeTheyOverflow() throws SQLException {
        try (SegmentStore store = openDivided(zero.url() + " " + NOWHERE)) {
            Servers.execute(zero, "UPDATE leaf_alloc SET max_id = " + Long.MAX_VALUE / 2);
            assertThatThrownBy(() -> store.claim(TAG, 10)).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void otherDivisionThanThatOfTheFirstNodeIsRefused() {
        open(zero.url() + " " + one.url()).close();
        Map<String, Map<String, String>> others = Map.of(
                "another order", config(one.url() + " " + zero.url()),
                "another block", with("database-block", "2000"),
                "another increment", with("increment", "3"));
        others.forEach((what, config) -> assertThatThrownBy(() -> Segments.open(config))
                .as(what)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("in blocks of")
                .hasMessageContaining("for ever"));
        try (SegmentStore store = open(zero.url() + " " + one.url())) {
            assertThat(store.tags()).containsExactly(TAG);
        }
    }

    /** Its count is that of its own blocks, and so what it calls 1,000 is id 2,000; 1,000 is the other database's. */
    @Test
    void oneOfSeveralDatabasesThatIsNamedAloneIsRefused() {
        try (SegmentStore both = open(zero.url() + " " + one.url())) {
            both.claim(TAG, 1_000);
        }
        for (Database each : List.of(zero, one)) {
            try (SegmentStore alone = Segments.open(each)) {
                assertThatThrownBy(() -> alone.claim(TAG, 100))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("one of several databases (row distid.databases)");
                assertThatThrownBy(() -> alone.step(TAG)).isInstanceOf(ConfigException.class);
            }
        }
    }

    @Test
    void nodeThatKnowsOneDatabaseGetsNoMoreIdsOnceTheyAreDivided() throws SQLException {
        try (SegmentStore alone = Segments.open(zero)) {
            assertThat(alone.claim(TAG, 1_000)).isEqualTo(new Segment(0, 1_000));
            try (SegmentStore both = openDivided(zero.url() + " " + NOWHERE)) {
                assertThatThrownBy(() -> alone.claim(TAG, 100)).isInstanceOf(ConfigException.class);
                assertThat(Servers.number(zero, "SELECT max_id FROM leaf_alloc WHERE biz_tag = '" + TAG + "'"))
                        .as("nothing was claimed")
                        .isEqualTo(1_000);
                assertThat(both.claim(TAG, 100)).isEqualTo(new Segment(2_000, 2_100));
            }
        }
    }

    @Test
    void databaseWhoseIdsReachIntoBlocksOfOthersIsNotDividedUntilSomebodySaysSo() throws SQLException {
        try (SegmentStore alone = Segments.open(zero)) {
            alone.claim(TAG, 1_001);
        }
        assertThatThrownBy(() -> open(zero.url() + " " + one.url()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is to be database 0 of 2 in blocks of 1000")
                .hasMessageContaining("its tag \"" + TAG + "\" has max_id 1001")
                .hasMessageContaining("VALUES ('distid.databases', 0, 1, 'database 0 of 2 in blocks of 1000')");
        Servers.execute(
                zero,
                "INSERT INTO leaf_alloc (biz_tag, max_id, step, description)"
                        + " VALUES ('distid.databases', 0, 1, 'database 0 of 2 in blocks of 1000')");
        Servers.execute(
                one,
                "UPDATE leaf_alloc SET max_id = 1001",
                "INSERT INTO leaf_alloc (biz_tag, max_id, step, description)"
                        + " VALUES ('distid.databases', 0, 1, 'database 1 of 2 in blocks of 1000')");
        try (SegmentStore atZero = open(zero.url() + " " + NOWHERE);
                SegmentStore atOne = open(NOWHERE + " " + one.url())) {
            assertThat(atZero.claim(TAG, 100).start()).isEqualTo(2_001);
            assertThat(atOne.claim(TAG, 100).start()).isEqualTo(3_001);
        }
    }

    /** It has not seen the row by which ids are divided, which would be made before it is done. */
    @Test
    void claimThatIsUnderWayWhileIdsAreDividedIsWaitedFor() throws Exception {
        try (Connection claiming = zero.connect();
                Statement claim = claiming.createStatement()) {
            claiming.setAutoCommit(false);
            claim.executeUpdate("UPDATE leaf_alloc SET max_id = max_id + 1001 WHERE biz_tag = '" + TAG + "'");
            CompletableFuture<SegmentStore> opening =
                    CompletableFuture.supplyAsync(() -> open(zero.url() + " " + one.url()));
            Eventually.await("that it waits")
                    .until(() -> opening.isDone()
                            || Servers.number(
                                            zero,
                                            "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT biz_tag%FOR UPDATE'")
                                    > 0);
            claiming.commit();
            assertThatThrownBy(opening::get)
                    .hasCauseInstanceOf(ConfigException.class)
                    .hasMessageContaining("has max_id 1001");
        }
    }

    /** At READ COMMITTED a row that does not match a condition is not kept locked. */
    @ParameterizedTest
    @ValueSource(strings = {"READ-COMMITTED", "REPEATABLE-READ"})
    void nodeThatKnowsOneDatabaseClaimsNothingOfOthersWhileIdsAreDivided(String isolation) throws Exception {
        Database each = Servers.at(zero, isolation);
        CompletableFuture<Segment> claimed = new CompletableFuture<>();
        try (SegmentStore alone = Segments.open(each);
                HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(each.url());
            pool.setUsername(each.user());
            pool.setPassword(each.password());
            DataSource watched = connectionsThatCommitAfter(pool, connection -> {
                if (hasLayout(connection) && !hasLayout(zero)) {
                    CompletableFuture.runAsync(() -> {
                        try {
                            claimed.complete(alone.claim(TAG, 1_001));
                        } catch (RuntimeException e) {
                            claimed.completeExceptionally(e);
                        }
                    });
                    Eventually.await("that it has claimed, or waits")
                            .until(() -> claimed.isDone()
                                    || Servers.number(
                                                    zero,
                                                    "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'UPDATE `leaf_alloc`%' AND db = '"
                                                            + zero.name() + "'")
                                            > 0);
                }
            });
            Map<String, String> divided = Map.of(
                    "data-source",
                    zero.name(),
                    "timeout",
                    "60s",
                    "create",
                    "false",
                    "database-block",
                    "1000",
                    "increment",
                    "2");
            try (var lent = SharedObjects.register(zero.name(), watched);
                    SegmentStore both = Segments.open(divided)) {
                assertThat(lent).isNotNull();
                assertThatThrownBy(claimed::get).hasCauseInstanceOf(ConfigException.class);
                assertThat(both.claim(TAG, 100)).isEqualTo(new Segment(0, 100));
            }
        }
    }

    /** A count from before ids were divided may be in the others alone: then 1 is an id that was granted. */
    @Test
    void tagThatOneOfSeveralDatabasesLacksIsToBeAddedAboveWhatTheOthersHave() {
        try (SegmentStore store = openDivided(NOWHERE + " " + one.url())) {
            assertThatThrownBy(() -> store.claim("users", 100))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no tag \"users\"")
                    .hasMessageContaining(
                            "the greatest max_id that it has in the other databases, or 1 if it is in none")
                    .hasMessageContaining("VALUES ('users', <max_id>, 1000, '...')");
        }
    }

    @Test
    void furtherDatabaseThatHadIdsAloneIsNotTakenIn() throws SQLException {
        try (SegmentStore alone = Segments.open(one)) {
            alone.claim(TAG, 100);
        }
        assertThatThrownBy(() -> open(NOWHERE + " " + one.url()))
                .hasMessageContaining("is to be database 1 of 2 in blocks of 1000")
                .hasMessageContaining("has max_id 100");
    }

    /** It may have granted, while it was alone, what is another's from now on. */
    @Test
    void idsAreNotDividedWhileOneOfTheDatabasesDoesNotAnswer() throws SQLException {
        try (SegmentStore alone = Segments.open(zero)) {
            alone.claim(TAG, 1_500);
        }
        assertThatThrownBy(() -> open(NOWHERE + " " + one.url()))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("ids are not divided yet")
                .hasMessageContaining("all databases");
        assertThat(hasLayout(one)).isFalse();
    }

    @Test
    void noDatabaseIsTakenForOneOfSeveralAfterAnotherWasRefused() throws SQLException {
        try (SegmentStore alone = Segments.open(one)) {
            alone.claim(TAG, 100);
        }
        assertThatThrownBy(() -> open(zero.url() + " " + one.url()))
                .hasMessageContaining("is to be database 1 of 2 in blocks of 1000")
                .hasMessageContaining("has max_id 100");
        assertThat(hasLayout(zero)).isFalse();
    }

    private interface Check {
        void on(Connection connection) throws SQLException;
    }

    private static DataSource connectionsThatCommitAfter(DataSource pool, Check check) {
        return proxy(DataSource.class, (method, arguments) -> {
            Object answer = method.invoke(pool, arguments);
            return !(answer instanceof Connection connection)
                    ? answer
                    : proxy(Connection.class, (called, given) -> {
                        if (called.getName().equals("commit")) {
                            check.on(connection);
                        }
                        return called.invoke(connection, given);
                    });
        });
    }

    private interface Called {
        Object with(Method method, Object[] arguments) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Called called) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return called.with(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static boolean hasLayout(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row =
                        query.executeQuery("SELECT COUNT(*) FROM leaf_alloc WHERE biz_tag = 'distid.databases'")) {
            return row.next() && row.getInt(1) > 0;
        }
    }

    private static boolean hasLayout(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            return hasLayout(connection);
        }
    }

    private SegmentStore open(String urls) {
        return Segments.open(config(urls));
    }

    /** As {@link #open}, once the ids were divided while both answered. */
    private SegmentStore openDivided(String urls) {
        open(zero.url() + " " + one.url()).close();
        return open(urls);
    }

    private Map<String, String> with(String key, String value) {
        Map<String, String> config = config(zero.url() + " " + one.url());
        config.put(key, value);
        return config;
    }

    private Map<String, String> config(String urls) {
        return new HashMap<>(
                Servers.config(zero, "url", urls, "create", "false", "database-block", "1000", "increment", "2"));
    }
}
