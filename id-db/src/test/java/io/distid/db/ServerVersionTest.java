package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerVersionTest {
    @ParameterizedTest
    @CsvSource({
        "5.7.44-log, MySQL 5.7.44, false",
        "8.0.0-dmr, MySQL 8.0.0, true",
        "8.0.12, MySQL 8.0.12, true",
        "8.4.3-0ubuntu0.24.04.1, MySQL 8.4.3, true",
        "9.1.0, MySQL 9.1.0, true",
        "10.1.48-MariaDB, MariaDB 10.1.48, false",
        "10.2.3-MariaDB, MariaDB 10.2.3, false",
        "10.2.4-MariaDB, MariaDB 10.2.4, true",
        "11.4.5-MariaDB-ubu2404, MariaDB 11.4.5, true",
        "unknown, MySQL 0.0.0, false",
    })
    void tellsWhetherTheCounterSurvivesARestart(String text, String shown, boolean keepsCounter) {
        ServerVersion version = ServerVersion.parse(text);
        assertThat(version).hasToString(shown);
        assertThat(version.keepsCounter()).isEqualTo(keepsCounter);
    }
}
