package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The driver's log-in time-out is one for the whole process, and the application's. */
class LoginTimeoutTest {
    /** Of no other test. */
    private static final int SECONDS = 37;

    @Test
    void poolSetsNoLoginTimeoutForTheProcess() {
        Map<String, String> config =
                Servers.config(Servers.shared().createDatabase(), "timeout", SECONDS + "s", "pool-size", "2");
        try (LongIdGenerator generator = IdGenerators.openLong("mysql-update", config)) {
            assertThat(generator.nextId()).isPositive();
            // Not what it was: other tests at the same time have pools by a URL, as applications do.
            assertThat(DriverManager.getLoginTimeout()).isNotEqualTo(SECONDS);
        }
    }
}
