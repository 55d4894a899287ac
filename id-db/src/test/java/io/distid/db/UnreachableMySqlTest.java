package io.distid.db;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.IdGenerators;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnreachableMySqlTest {
    @Test
    void isReportedInWordsThatHelp() {
        Map<String, String> settings = Map.of("url", "jdbc:mysql://root:s3cr3t@127.0.0.1:1/x", "timeout", "250ms");
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> IdGenerators.open("mysql-auto-increment", settings))
                .withMessage(
                        "mysql-auto-increment: cannot connect at jdbc:mysql://127.0.0.1:1/x: the connection was refused;"
                                + " is the server up, and key \"url\" right? [0 08S01: Communications link failure:"
                                + " ConnectException: Connection refused]");
    }
}
