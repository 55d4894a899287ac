package io.distid.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsWithoutEffectTest {

    /** The driver takes ours instead, whatever they say. */
    @ParameterizedTest
    @CsvSource({
        "socketTimeout=abc, socketTimeout",
        "connectTimeout=-5, connectTimeout",
        "useSSL=false&connecttimeout=3000, connectTimeout",
        "tcpKeepAlive=false, tcpKeepAlive"
    })
    void optionThatTheDriverPassesOverIsRefused(String options, String option) {
        assertThatThrownBy(
                        () -> IdGenerators.open("mysql-update", Map.of("url", "jdbc:mysql://127.0.0.1:1/x?" + options)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "key \"url\" is \"jdbc:mysql://127.0.0.1:1/x\": must be without option " + option);
    }
}
