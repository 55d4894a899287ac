package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class MisspeltNameWarningsTest {
    private static final Set<String> STRATEGIES = Set.of("snowflake", "uuid-v7", "redis-incr");
    private static final String SWAPPED = "distid.snowflka.worker";
    private static final String OTHER = "distid.servers.required";

    @AfterEach
    void end() {
        System.clearProperty(SWAPPED);
        System.clearProperty(OTHER);
    }

    @Test
    void misspeltStrategyIsReportedOnce() {
        System.setProperty(SWAPPED, "redis");
        System.setProperty(OTHER, "true");

        try (CapturedLog log = new CapturedLog(MisspeltNameWarnings.class)) {
            MisspeltNameWarnings.warnOfProperties(STRATEGIES);
            MisspeltNameWarnings.warnOfProperties(STRATEGIES);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING system property \"distid.snowflka.worker\" has no effect: there is no strategy \"snowflka\""
                                    + " on the class path; did you mean \"snowflake\"?");
        }
    }

    @Test
    void variableOfNoKeyIsReportedOnceWithTheNearest() {
        assertThat(warnings(Map.of("DISTID_TYPO_TEST_NAMESPAC", "hunter2")))
                .containsExactly(
                        "WARNING environment variable \"DISTID_TYPO_TEST_NAMESPAC\" has no effect: no key of DISTID_TYPO_TEST_*"
                                + " has that name; the nearest is DISTID_TYPO_TEST_NAMESPACE");
    }

    @Test
    void variableBelowAKeyIsCheckedAgainstTheKeysOfItsProvider() {
        assertThat(warnings(Map.of("DISTID_TYPO_TEST_WORKER_PROT", "1", "DISTID_TYPO_TEST_WORKER_PORT", "1")))
                .containsExactly(
                        "WARNING environment variable \"DISTID_TYPO_TEST_WORKER_PROT\" has no effect: no key of"
                                + " DISTID_TYPO_TEST_WORKER_* has that name; the nearest is DISTID_TYPO_TEST_WORKER_PORT");
    }

    @Test
    void variableBelowAKeyThatIsNotSetIsReported() {
        assertThat(warnings(Map.of("DISTID_TYPO_TEST_PREFER_HOST", "1")))
                .singleElement()
                .asString()
                .contains("\"DISTID_TYPO_TEST_PREFER_HOST\" has no effect");
    }

    /** For services that are called distid-typo-test and distid-typo-test-orders. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SERVICE_HOST",
                "SERVICE_PORT",
                "SERVICE_PORT_HTTP",
                "PORT",
                "PORT_80_TCP",
                "PORT_80_TCP_PROTO",
                "PORT_80_TCP_PORT",
                "PORT_80_TCP_ADDR",
                "ORDERS_SERVICE_HOST",
                "ORDERS_PORT_53_UDP_ADDR"
            })
    void variablesOfAKubernetesServiceAreIgnored(String suffix) {
        assertThat(warnings(Map.of("DISTID_TYPO_TEST_" + suffix, "10.0.0.1"))).isEmpty();
    }

    @Test
    void variableLikeThatOfAServiceButNearAKeyIsReported() {
        assertThat(warnings(Map.of("DISTID_TYPO_TEST_M_PORT", "1", "DISTID_TYPO_TESTS_ID", "1")))
                .singleElement()
                .asString()
                .contains("the nearest is DISTID_TYPO_TEST_MY_PORT");
    }

    private static List<String> warnings(Map<String, String> environment) {
        TestProvider inner = new TestProvider("inner", ConfigKey.integer("port", 1, 9, null, "a port"));
        TestProvider outer = new TestProvider(
                "typo-test",
                ConfigKey.text("namespace", null, "a text"),
                ConfigKey.integer("my-port", 1, 9, null, "a port"),
                ConfigKey.provider("worker", "inner", "a provider"),
                ConfigKey.provider("prefer", null, "another one"));
        try (CapturedLog log = new CapturedLog(MisspeltNameWarnings.class)) {
            for (int i = 0; i < 2; i++) {
                IdConfig.of(outer, Map.of(), environment).sub("worker", inner);
            }
            return log.lines();
        }
    }
}
