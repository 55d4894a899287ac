package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class MisspeltPropertiesTest {
    private static final Set<String> STRATEGIES = Set.of("snowflake", "uuid-v7", "redis-incr");
    private static final String SWAPPED = "distid.snowflka.worker";
    private static final String OTHER = "distid.servers.required";

    private final List<String> warnings = new ArrayList<>();
    private final Logger logger = Logger.getLogger(MisspeltProperties.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord warning) {
            warnings.add(warning.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    @AfterEach
    void end() {
        logger.removeHandler(handler);
        logger.setLevel(null);
        System.clearProperty(SWAPPED);
        System.clearProperty(OTHER);
    }

    @Test
    void strategyThatIsMisspeltIsToldOnce() {
        System.setProperty(SWAPPED, "redis");
        System.setProperty(OTHER, "true");

        MisspeltProperties.warn(STRATEGIES);
        MisspeltProperties.warn(STRATEGIES);

        assertThat(warnings)
                .containsExactly(
                        "system property \"distid.snowflka.worker\" has no effect: there is no strategy \"snowflka\""
                                + " on the class path; is \"snowflake\" meant?");
    }
}
