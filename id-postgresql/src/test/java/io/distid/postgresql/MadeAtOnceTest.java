package io.distid.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table that several processes create at once, as where a fleet starts for the first time. */
class MadeAtOnceTest {
    private static final int PROCESSES = 6;
    private static final int TABLES = 100;

    private Database database;

    @BeforeEach
    void create() {
        database = ServerAssumptions.orSkip(PostgreSqlServer::shared).createDatabase();
    }

    @Test
    void tableIsMadeByOneAndFoundByTheOthers() throws Exception {
        ExecutorService processes = Executors.newFixedThreadPool(PROCESSES);
        CyclicBarrier start = new CyclicBarrier(PROCESSES);
        Callable<Void> creating = () -> {
            try (Connection connection = database.connect()) {
                for (int table = 0; table < TABLES; table++) {
                    start.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
                    PostgreSqlTable.create(connection, ddl(table));
                }
            } catch (SQLException e) {
                // The others do not wait for this one.
                start.reset();
                throw e;
            }
            return null;
        };
        try {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                all.add(processes.submit(creating));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        } finally {
            processes.shutdownNow();
        }
    }

    @Test
    void otherThingOfTheNameIsAnErrorOfTheServer() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TYPE t0 AS ENUM ('one')");
            assertThatThrownBy(() -> PostgreSqlTable.create(connection, ddl(0)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("type \"t0\" already exists");
            assertThat(PostgreSqlTable.create(connection, ddl(1))).isZero();
        }
    }

    private static String ddl(int table) {
        return "CREATE TABLE IF NOT EXISTS t" + table + " (id bigint PRIMARY KEY)";
    }
}
