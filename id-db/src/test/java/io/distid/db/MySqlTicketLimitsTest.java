package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.jdbc.RowCleaner;
import io.distid.sql.Servers;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens at the ends of the column, and when somebody else has been at the table. */
class MySqlTicketLimitsTest {
    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    @ParameterizedTest
    @CsvSource({"mysql-auto-increment, distid_auto_increment", "mysql-replace-into, distid_tickets"})
    void fullColumnIsReportedAsSuch(String strategy, String table) throws SQLException {
        try (LongIdGenerator generator = open(strategy)) {
            Servers.execute(database, "ALTER TABLE " + table + " AUTO_INCREMENT = " + (Long.MAX_VALUE - 5));
            long last = generator.nextId();
            assertThat(last).isGreaterThan(Long.MAX_VALUE - 10);
            assertThatThrownBy(() -> generator.nextIds(new long[100], 0, 100))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining(table)
                    .hasMessageContaining(Long.toString(Long.MAX_VALUE));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10; i++) {
                            assertThat(generator.nextId()).isPositive();
                        }
                    })
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining(table);
        }
    }

    @ParameterizedTest
    @CsvSource({"mysql-auto-increment, distid_auto_increment", "mysql-replace-into, distid_tickets"})
    void tableThatWasRestoredIsRefusedUntilItIsMovedOn(String strategy, String table) throws SQLException {
        try (LongIdGenerator generator = open(strategy)) {
            long[] ids = new long[500];
            generator.nextIds(ids, 0, ids.length);
            long highest = ids[ids.length - 1];
            Servers.execute(database, "TRUNCATE TABLE " + table);
            // More often than it would take to draw the counter up to where it was.
            for (int i = 0; i < ids.length + 10; i++) {
                assertThatThrownBy(generator::nextId)
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining(Long.toString(highest))
                        .hasMessageContaining("ALTER TABLE `" + table + "` AUTO_INCREMENT = " + (highest + 1));
            }
            assertThatThrownBy(() -> generator.nextIds(ids, 0, 10)).isInstanceOf(StoreRegressedException.class);
            Servers.execute(database, "ALTER TABLE " + table + " AUTO_INCREMENT = " + (highest + 1));
            assertThat(generator.nextId()).isGreaterThan(highest);
        }
    }

    @Test
    void narrowColumnIsRefusedBeforeItRunsOut() throws SQLException {
        Servers.execute(
                database,
                "CREATE TABLE narrow (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY)",
                "CREATE TABLE plain (id BIGINT)");
        assertThatThrownBy(() -> open("mysql-auto-increment", "table", "narrow"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"table\" is \"narrow\"")
                .hasMessageContaining("column id is INT, must be BIGINT");
        assertThatThrownBy(() -> open("mysql-auto-increment", "table", "plain"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("AUTO_INCREMENT");
        assertThatThrownBy(() -> open("mysql-replace-into", "table", "plain"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("name");
    }

    @Test
    void userWithoutPrivilegeIsReported() throws SQLException {
        open("mysql-auto-increment").close();
        Database reader = server.createUser(database, "SELECT");
        try (LongIdGenerator generator =
                IdGenerators.openLong("mysql-auto-increment", Servers.config(reader, "create", "false"))) {
            assertThatThrownBy(generator::nextId)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("user " + reader.user() + " lacks a privilege")
                    .hasMessageContaining("INSERT");
        }
        assertThatThrownBy(
                        () -> IdGenerators.openLong("mysql-auto-increment", Servers.config(reader, "table", "other")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("create table `other`")
                .hasMessageContaining("lacks a privilege");
    }

    @Test
    void tableWithColumnsOfOtherNamesServesAsItStands() throws SQLException {
        Servers.execute(
                database,
                "CREATE TABLE sequence (seq_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, seq_name VARCHAR(32) NOT NULL DEFAULT '',"
                        + " PRIMARY KEY (seq_id), UNIQUE KEY (seq_name)) ENGINE = InnoDB");
        try (LongIdGenerator generator = open(
                "mysql-replace-into",
                "table",
                "sequence",
                "id-column",
                "seq_id",
                "tag-column",
                "seq_name",
                "create",
                "false")) {
            long first = generator.nextId();
            assertThat(generator.nextId()).isGreaterThan(first);
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM sequence WHERE seq_name = 'distid'"))
                    .isEqualTo(1);
        }
        Servers.execute(database, "ALTER TABLE sequence DROP KEY seq_name");
        assertThatThrownBy(() -> open(
                        "mysql-replace-into",
                        "table",
                        "sequence",
                        "id-column",
                        "seq_id",
                        "tag-column",
                        "seq_name",
                        "create",
                        "false"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("seq_name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://root:hunter2?x@host/db",
                "jdbc:mysql://root:hunter2/x?y@host/db",
                "jdbc:mysql://root:hunter2@x@host/db",
                "jdbc:mysql://root:hunter2%@host/db",
                "jdbc:mysql:root:hunter2@host/db"
            })
    void passwordIsNotShownThoughTheUrlIsMalformed(String url) {
        assertThatThrownBy(() -> open("mysql-auto-increment", "url", url))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"url\" is malformed")
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    @Test
    void longUrlIsNoMatterForTheStack() {
        String url = "jdbc:mysql://127.0.0.1:1/db?x=" + "%41b".repeat(20_000);
        assertThatThrownBy(() -> open("mysql-auto-increment", "url", url)).isInstanceOf(BackendException.class);
    }

    @Test
    void usedRowsGoAndTheNewestStay() throws SQLException {
        try (LongIdGenerator generator = open("mysql-auto-increment")) {
            long[] ids = new long[2_500];
            for (int i = 0; i < 8; i++) {
                generator.nextIds(ids, 0, ids.length);
            }
            long newest = ids[ids.length - 1];
            Eventually.await("used rows to go").until(() -> {
                generator.nextIds(ids, 0, 1_000);
                return Servers.number(database, "SELECT COUNT(*) FROM distid_auto_increment") < 6_000;
            });
            assertThat(Servers.number(database, "SELECT MAX(id) FROM distid_auto_increment"))
                    .isGreaterThanOrEqualTo(newest);
        }
    }

    @Test
    void rowsStayWhereTheyMayNotBeDeleted() throws SQLException {
        open("mysql-auto-increment").close();
        Database writer = server.createUser(database, "SELECT", "INSERT");
        try (CapturedLog log = new CapturedLog(RowCleaner.class);
                LongIdGenerator generator =
                        IdGenerators.openLong("mysql-auto-increment", Servers.config(writer, "create", "false"))) {
            generator.nextIds(new long[2_500], 0, 2_500);
            Eventually.await("a cleaning that fails")
                    .until(() -> log.lines().stream().anyMatch(line -> line.contains("used rows stay")));
            assertThat(generator.nextId()).isPositive();
        }
        assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_auto_increment"))
                .isEqualTo(2_501);
    }

    @Test
    void namesOfOneTableShareItsCounterAndKeepOneRowEach() throws SQLException {
        try (LongIdGenerator orders = open("mysql-replace-into", "tag", "orders");
                LongIdGenerator users = open("mysql-replace-into", "tag", "users")) {
            for (int i = 0; i < 50; i++) {
                long before = orders.nextId();
                assertThat(users.nextId()).isGreaterThan(before);
            }
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_tickets"))
                    .isEqualTo(2);
            assertThat(((MySqlReplaceInto) users).idsLeft()).isGreaterThan(Long.MAX_VALUE - 1_000);
        }
    }

    /** One row that all ids of a batch went through had so many versions that the server could not purge them. */
    @Test
    void batchesOfAllNamesGoThroughTheSameRowsEachOnce() throws SQLException {
        try (LongIdGenerator orders = open("mysql-replace-into", "tag", "orders");
                LongIdGenerator users = open("mysql-replace-into", "tag", "users")) {
            long[] ids = new long[2_500];
            orders.nextIds(ids, 0, ids.length);
            assertThat(users.nextId()).isGreaterThan(ids[ids.length - 1]);
            users.nextIds(ids, 0, 10);
            assertThat(orders.nextId()).isGreaterThan(ids[9]);

            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_tickets"))
                    .isEqualTo(1_000 + 2);
            assertThat(Servers.number(database, "SELECT id FROM distid_tickets WHERE name = '/10'"))
                    .isEqualTo(ids[9]);
        }
    }

    private LongIdGenerator open(String strategy, String... more) {
        return IdGenerators.openLong(strategy, Servers.config(database, more));
    }
}
