package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.PrivateServer;
import io.distid.sql.Servers;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody else's bulk insert holds the counter, which MariaDB tells as it tells the end of the column (error 1467). */
class MySqlCounterLockTest {
    @ParameterizedTest
    @CsvSource({
        "mysql-auto-increment, 'distid_auto_increment (id)', NULL",
        "mysql-replace-into, 'distid_tickets (name)', 'CONCAT(''bulk-'', n)'"
    })
    void counterThatAnotherHoldsIsNotTheEndOfIds(String strategy, String into, String value) throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            Database database = server.database();
            try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(database, "retries", "1"));
                    LongIdGenerator patient =
                            IdGenerators.openLong(strategy, Servers.config(database, "retries", "1000"));
                    Connection bulk = database.connect();
                    Statement statement = bulk.createStatement();
                    Connection gate = database.connect();
                    Statement gatekeeper = gate.createStatement()) {
                long first = generator.nextId();
                gatekeeper.execute("SELECT GET_LOCK('" + database.name() + "', 0)");
                // The first row takes the counter, which in lock modes 0 and 1 is held until the statement ends; the
                // second waits at the gate.
                CompletableFuture<Void> insert = CompletableFuture.runAsync(() -> {
                    try {
                        statement.execute("INSERT INTO " + into + " SELECT " + value
                                + " FROM (SELECT 1 n UNION ALL SELECT 2) slow WHERE n = 1 OR GET_LOCK('"
                                + database.name() + "', 3600) = 1");
                    } catch (java.sql.SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                Eventually.await("the bulk insert")
                        .until(() -> Servers.number(
                                        database,
                                        "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'INSERT%' AND STATE = 'User lock'")
                                == 1);
                // In lock mode 2 nobody waits.
                if (Servers.number(database, "SELECT @@innodb_autoinc_lock_mode") < 2) {
                    CompletableFuture<Long> id = CompletableFuture.supplyAsync(patient::nextId);
                    assertThatThrownBy(generator::nextId)
                            .isInstanceOf(BackendException.class)
                            .hasMessageContaining("others hold the lock");
                    gatekeeper.execute("DO RELEASE_LOCK('" + database.name() + "')");
                    insert.get();
                    assertThat(id.get()).isGreaterThan(first);
                }
                assertThat(generator.nextId()).isGreaterThan(first);
                gatekeeper.execute("DO RELEASE_LOCK('" + database.name() + "')");
                insert.get();
            }
        }
    }
}
