package io.distid.db;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that draw ids, which the server parses once for a connection. */
class PreparedStatementsTest {
    private static final int IDS = 50;
    private static MySqlServer server;

    @BeforeAll
    static void start() {
        server = orSkip(MySqlServer::start);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void idIsExecutedAndNotParsedAgain(String strategy) throws Exception {
        Database database = server.createDatabase();
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, Servers.config(database))) {
            ids.nextId();
            long parsed = status("Com_stmt_prepare");
            long executed = status("Com_stmt_execute");
            for (int i = 0; i < IDS; i++) {
                ids.nextId();
            }
            assertThat(status("Com_stmt_execute") - executed).isEqualTo(IDS);
            assertThat(status("Com_stmt_prepare")).isEqualTo(parsed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void batchesLeaveNothingParsedBehind(String strategy) throws Exception {
        Database database = server.createDatabase();
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, Servers.config(database))) {
            ids.nextIds(new long[2], 0, 2);
            long kept = status("Prepared_stmt_count");
            for (int size = 3; size < 30; size++) {
                ids.nextIds(new long[size], 0, size);
            }
            assertThat(status("Prepared_stmt_count")).isEqualTo(kept);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void serverThatKeepsNoMoreOfThemIsSentTheTextEachTime(String strategy) throws Exception {
        Database database = server.createDatabase();
        long limit = number("SELECT @@max_prepared_stmt_count");
        Servers.administer(server, "SET GLOBAL max_prepared_stmt_count = 0");
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, Servers.config(database))) {
            long executed = status("Com_stmt_execute");
            long before = ids.nextId();
            for (int i = 0; i < IDS; i++) {
                long id = ids.nextId();
                assertThat(id).isGreaterThan(before);
                before = id;
            }
            assertThat(status("Com_stmt_execute")).isEqualTo(executed);
        } finally {
            Servers.administer(server, "SET GLOBAL max_prepared_stmt_count = " + limit);
        }
    }

    /** Asked for by {@code SHOW}: MySQL 8's table of these values leaves out those of statements, {@code Com_…}. */
    private static long status(String name) throws SQLException {
        return number("SHOW GLOBAL STATUS LIKE '" + name + "'");
    }

    /** The last column of the only row. */
    private static long number(String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).as(sql).isTrue();
            return row.getLong(row.getMetaData().getColumnCount());
        }
    }
}
