package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.sql.Servers;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Somebody else's transaction holds the row that is to be replaced. */
class MySqlLockTest {
    private final Database database = Servers.shared().createDatabase();

    @Test
    void lockThatIsLetGoCostsARetryThatIsCounted() throws Exception {
        try (MySqlReplaceInto generator = open("retries", "1000");
                Connection other = lockRow(generator)) {
            CompletableFuture<Long> id = CompletableFuture.supplyAsync(generator::nextId);
            Eventually.await("a retry").until(() -> generator.retries() > 0);
            assertThat(id).isNotDone();
            other.rollback();
            assertThat(id.get()).isPositive();
        }
    }

    @Test
    void lockThatIsKeptEndsInAClearError() throws Exception {
        try (MySqlReplaceInto generator = open("retries", "1");
                Connection other = lockRow(generator)) {
            assertThatThrownBy(generator::nextId)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("tried 2 times")
                    .hasMessageContaining("others hold the lock")
                    .hasMessageContaining("1205");
            assertThat(generator.retries()).isEqualTo(1);
            other.rollback();
            assertThat(generator.nextId()).isPositive();
        }
    }

    private MySqlReplaceInto open(String... more) {
        return (MySqlReplaceInto) IdGenerators.openLong("mysql-replace-into", Servers.config(database, more));
    }

    private Connection lockRow(MySqlReplaceInto generator) throws SQLException {
        generator.nextId();
        Connection other = database.connect();
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.executeQuery("SELECT * FROM distid_tickets FOR UPDATE").close();
        }
        return other;
    }
}
