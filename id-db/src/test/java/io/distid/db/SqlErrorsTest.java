package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.jdbc.SqlErrors;
import io.distid.spi.IdConfig;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What did not come is told apart from what was refused. */
class SqlErrorsTest {
    private final IdConfig config =
            IdConfig.of(new MySqlUpdateProvider(), Map.of("url", "jdbc:mysql://127.0.0.1:1/db"));

    private String told(SQLException e) {
        return new SqlErrors(MySql.DIALECT, config, config.text("url"))
                .translate("connect", e)
                .getMessage();
    }

    @Test
    void onlyWhatDidNotComeInTimeIsNoAnswer() {
        assertThat(told(new SQLException("link failure", "08S01", new SocketTimeoutException("Read timed out"))))
                .contains("no answer within 2000 ms");
        assertThat(told(new SQLTransientConnectionException("request timed out after 2000ms")))
                .contains("no answer within 2000 ms");
        SQLException last = new SQLException("No operations allowed after connection closed.", "08003");
        assertThat(told(new SQLTransientConnectionException("request timed out after 2000ms", "08003", last)))
                .contains("no answer within 2000 ms");
    }

    /** As MySQL's driver says at once where a server wants the password in another way than the URL allows. */
    @Test
    void connectionThatTheDriverGaveUpIsNotASlowServer() {
        assertThat(told(new SQLException("Public Key Retrieval is not allowed", "08001")))
                .contains("the connection failed", "\"url\"", "Public Key Retrieval is not allowed")
                .doesNotContain("no answer");
    }

    @Test
    void refusalIsToldInItsOwnWords() {
        assertThat(told(new SQLException("sql injection violation")))
                .contains("it was refused", "sql injection violation")
                .doesNotContain("no answer");
        assertThat(told(new SQLException("Unknown column", "42S22", 1054))).contains("the server refused [1054 42S22");
    }
}
