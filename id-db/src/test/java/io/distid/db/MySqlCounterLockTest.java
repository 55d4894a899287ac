package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody else's bulk insert holds the counter, which MariaDB tells as it tells the end of the column (error 1467). */
class MySqlCounterLockTest {
    /** The counter is held from the first row to the last. */
    private static final String MORE_ROWS =
            IntStream.rangeClosed(2, 9).mapToObj(n -> " UNION ALL SELECT " + n).collect(Collectors.joining());

    @ParameterizedTest
    @CsvSource({
        "mysql-auto-increment, 'distid_auto_increment (id)', NULL",
        "mysql-replace-into, 'distid_tickets (name)', 'CONCAT(''bulk-'', n)'"
    })
    void counterThatAnotherHoldsIsNotTheEndOfIds(String strategy, String into, String value) throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            Database database = server.database();
            try (LongIdGenerator generator =
                            IdGenerators.openLong(strategy, Servers.config(database, "timeout", "5s", "retries", "1"));
                    LongIdGenerator patient = IdGenerators.openLong(
                            strategy, Servers.config(database, "timeout", "30s", "retries", "100"));
                    Connection bulk = database.connect();
                    Statement statement = bulk.createStatement()) {
                long first = generator.nextId();
                statement.execute("SET innodb_lock_wait_timeout = 50");
                // In lock modes 0 and 1 the counter is held until such a statement ends.
                CompletableFuture<Void> insert = CompletableFuture.runAsync(() -> {
                    try {
                        statement.execute("INSERT INTO " + into + " SELECT " + value + " FROM (SELECT 1 n" + MORE_ROWS
                                + ") slow WHERE SLEEP(1) = 0");
                    } catch (java.sql.SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                Awaitility.await("the bulk insert")
                        .until(() -> Servers.number(
                                        database,
                                        "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'INSERT%SLEEP%' AND TIME > 2")
                                == 1);
                // In lock mode 2 nobody waits.
                if (Servers.number(database, "SELECT @@innodb_autoinc_lock_mode") < 2) {
                    CompletableFuture<Long> id = CompletableFuture.supplyAsync(patient::nextId);
                    assertThatThrownBy(() -> {
                                while (!insert.isDone()) {
                                    generator.nextId();
                                }
                            })
                            .isInstanceOf(BackendException.class)
                            .hasMessageContaining("others hold the lock");
                    insert.get();
                    assertThat(id.get()).isGreaterThan(first);
                }
                assertThat(generator.nextId()).isGreaterThan(first);
            }
        }
    }
}
