package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testservers.RedisServer;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Changes a property that all tests of this JVM go by. */
@Isolated
class ServerAssumptionsTest {
    private final Properties before = new Properties();

    @BeforeEach
    void keepProperties() {
        before.putAll(System.getProperties());
    }

    @AfterEach
    void restoreProperties() {
        System.setProperties(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void skipsWithTheReasonUnlessServersAreRequired(boolean required) {
        System.setProperty("distid.servers.required", Boolean.toString(required));

        assertThatThrownBy(() -> ServerAssumptions.<RedisServer>orSkip(() -> {
                    throw new ServerUnavailableException("no Redis here");
                }))
                .isInstanceOf(required ? ServerUnavailableException.class : TestAbortedException.class)
                .hasMessageContaining("no Redis here");
    }
}
