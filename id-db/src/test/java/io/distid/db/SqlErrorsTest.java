package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.jdbc.SqlErrors;
import io.distid.spi.IdConfig;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
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

    /** Each of these is told at once, and is mended in another way. */
    @Test
    void linkThatFailedAtOnceIsNoSlowServer() {
        assertThat(told(new SQLException("link failure", "08S01", new ConnectException("Connection refused"))))
                .contains("the connection was refused; is the server up, and key \"url\" right?")
                .doesNotContain("no answer");
        SQLException refused = new SQLException("link failure", "08S01", new ConnectException("Connection refused"));
        assertThat(told(new SQLTransientConnectionException("request timed out after 2000ms", "08S01", refused)))
                .as("by HikariCP")
                .contains("the connection was refused")
                .doesNotContain("no answer");
        assertThat(told(new SQLException("link failure", "08S01", new UnknownHostException("datenbank"))))
                .contains("there is no host of that name; is key \"url\" right?", "datenbank")
                .doesNotContain("no answer");
        assertThat(told(new SQLException("link failure", "08S01", new EOFException("Can not read response"))))
                .contains("the connection failed; is the server up")
                .doesNotContain("no answer");
        assertThat(told(new SQLException("link failure", "08S01", new ConnectException("Connection timed out"))))
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
    void refusalIsReportedInItsOwnWords() {
        assertThat(told(new SQLException("sql injection violation")))
                .contains("it was refused", "sql injection violation")
                .doesNotContain("no answer");
        assertThat(told(new SQLException("Unknown column", "42S22", 1054))).contains("the server refused [1054 42S22");
    }
}
