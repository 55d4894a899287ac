package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.jdbc.SqlErrors;
import io.distid.spi.IdConfig;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No password shows in an error: in its message, its causes, and what they suppress. */
class MySqlSecretsTest {
    private static final String SECRET = "s3cr3t-pw";

    /** The driver reads them, and a table that is missing would be told with the half of a password. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://(host=127.0.0.1,port=1,user=root,password=p&s3cr3t-pw)/db",
                "jdbc:mysql://address=(host=127.0.0.1)(port=1)(user=root)(password=s3cr3t-pw)/db",
                "jdbc:mysql://root:p@(host=127.0.0.1,password=s3cr3t-pw)/db",
                "jdbc:mysql://127.0.0.1:1/db;password=s3cr3t-pw"
            })
    void formInWhichNobodyCanTellWhatIsSecretIsRefusedAndNotShown(String url) {
        Throwable thrown = opening(Map.of("url", url));
        assertThat(thrown).isInstanceOf(ConfigException.class).hasMessageContaining("\"url\" is malformed");
        assertThat(trace(thrown)).doesNotContain(SECRET, "127.0.0.1");
    }

    /** For the driver the second half is a part of the name, which the server repeats. */
    @Test
    void passwordThatTheServerTakesForAPartOfTheNameIsNotShown() {
        Database database = Servers.shared().createDatabase();
        Throwable thrown = opening(Map.of("url", withoutOptions(database) + "?user=u;password=" + SECRET));
        assertThat(thrown)
                .isInstanceOf(IdException.class)
                .hasMessageContaining("the server does not let the user of the url in")
                .hasMessageContaining("Access denied for user '***'")
                .hasMessageContaining(withoutOptions(database));
        assertThat(trace(thrown)).doesNotContain(SECRET);
    }

    @Test
    void missingTableIsReportedWithoutTheUrlThatWasGiven() {
        Database database = Servers.shared().createDatabase();
        String url = withoutOptions(database) + "?allowPublicKeyRetrieval=true&user=" + database.user() + "&password="
                + database.password();
        Throwable thrown = opening(Map.of("url", url, "timeout", "60s"));
        assertThat(thrown)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("doesn't exist")
                .hasMessageContaining(withoutOptions(database));
        assertThat(trace(thrown)).doesNotContain(database.password(), url);
    }

    @ParameterizedTest
    @CsvSource({"s3cr3t%2Dpw, s3cr3t-pw", "p%26%3Dw%40rd, p&=w@rd"})
    void passwordOfAUrlIsHiddenEncodedAndDecoded(String encoded, String decoded) {
        IdConfig config = config(Map.of("url", "jdbc:mysql://root:" + encoded + "@127.0.0.1:1/db"));
        SQLException ofDriver =
                new SQLException("outer", "HY000", new IllegalStateException("no " + decoded, new Exception(encoded)));
        ofDriver.addSuppressed(new SQLException("closing with " + decoded));

        IdException told = new SqlErrors(MySql.DIALECT, config, config.text("url")).translate("connect", ofDriver);

        assertThat(told)
                .hasMessageContaining("at jdbc:mysql://127.0.0.1:1/db: ")
                .hasMessageContaining("outer");
        assertThat(trace(told))
                .doesNotContain(encoded, decoded)
                .contains(
                        "java.lang.IllegalStateException: no ***",
                        "Suppressed: java.sql.SQLException: closing with ***");
    }

    @Test
    void causeThatHoldsNoSecretStaysTheDriversOwn() {
        IdConfig config = config(Map.of("url", "jdbc:mysql://127.0.0.1:1/db", "password", SECRET));
        SQLException ofDriver = new SQLException("nothing to hide");
        assertThat(new SqlErrors(MySql.DIALECT, config, config.text("url")).translate("connect", ofDriver))
                .hasCause(ofDriver);
    }

    private static IdConfig config(Map<String, String> settings) {
        return IdConfig.of(new MySqlUpdateProvider(), settings);
    }

    private static Throwable opening(Map<String, String> settings) {
        return catchThrowable(() -> IdGenerators.open("mysql-update", settings).close());
    }

    private static String withoutOptions(Database database) {
        return database.url().replaceFirst("\\?.*", "");
    }

    private static String trace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
