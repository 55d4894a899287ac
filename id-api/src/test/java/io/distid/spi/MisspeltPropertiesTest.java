package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class MisspeltPropertiesTest {
    private static final Set<String> STRATEGIES = Set.of("snowflake", "uuid-v7", "redis-incr");
    private static final String SWAPPED = "distid.snowflka.worker";
    private static final String OTHER = "distid.servers.required";

    @AfterEach
    void end() {
        System.clearProperty(SWAPPED);
        System.clearProperty(OTHER);
    }

    @Test
    void strategyThatIsMisspeltIsToldOnce() {
        System.setProperty(SWAPPED, "redis");
        System.setProperty(OTHER, "true");

        try (CapturedLog log = new CapturedLog(MisspeltProperties.class)) {
            MisspeltProperties.warn(STRATEGIES);
            MisspeltProperties.warn(STRATEGIES);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING system property \"distid.snowflka.worker\" has no effect: there is no strategy \"snowflka\""
                                    + " on the class path; is \"snowflake\" meant?");
        }
    }
}
