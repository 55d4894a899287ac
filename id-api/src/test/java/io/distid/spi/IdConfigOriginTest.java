package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.internal.Port;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a value comes from, and which wins. */
class IdConfigOriginTest {
    private static final TestProvider OUTER = new TestProvider(
            "origin-test",
            ConfigKey.integer("max-lead", 0, 9, 1L, "a number"),
            ConfigKey.provider("worker", "inner", "the name of another provider"));
    private static final TestProvider INNER = new TestProvider(
            "inner",
            ConfigKey.integer("port", 1, 65535, null, "a number"),
            ConfigKey.secret("password", "whom to let in"),
            ConfigKey.provider("store", "deep", "the name of a third provider"));
    private static final TestProvider DEEP = new TestProvider("deep", ConfigKey.text("table", "ids", "a table"));

    @AfterEach
    void clear() {
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("distid.origin-test."))
                .forEach(System::clearProperty);
    }

    @Test
    void callerWinsOverPropertyOverEnvironmentOverDefault() {
        Map<String, String> environment = Map.of("DISTID_ORIGIN_TEST_MAX_LEAD", "3");
        assertThat(IdConfig.of(OUTER, Map.of(), Map.of()).integer("max-lead")).isEqualTo(1);
        assertThat(IdConfig.of(OUTER, Map.of(), environment).integer("max-lead"))
                .isEqualTo(3);
        System.setProperty("distid.origin-test.max-lead", "4");
        assertThat(IdConfig.of(OUTER, Map.of(), environment).integer("max-lead"))
                .isEqualTo(4);
        assertThat(IdConfig.of(OUTER, Map.of("max-lead", "5"), environment).integer("max-lead"))
                .isEqualTo(5);
    }

    @Test
    void badValueSaysWhereItWasFound() {
        assertThatThrownBy(() -> IdConfig.of(OUTER, Map.of(), Map.of("DISTID_ORIGIN_TEST_MAX_LEAD", "x")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("origin-test: key \"max-lead\" is \"x\" (from environment DISTID_ORIGIN_TEST_MAX_LEAD): "
                        + "must be an integer from 0 to 9");
        System.setProperty("distid.origin-test.max-lead", "10");
        assertThatThrownBy(() -> IdConfig.of(OUTER, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("origin-test: key \"max-lead\" is \"10\" (from system property "
                        + "distid.origin-test.max-lead): must be an integer from 0 to 9");
    }

    @Test
    void portOpenedByItselfHasPropertiesOfItsOwn() {
        System.setProperty("distid.origin-test.home", "not a key of anything here");
        System.setProperty("distid.worker.origin-test.port", "7");
        try {
            assertThat(IdConfig.of(new Port(), Map.of(), Map.of()).integer("port"))
                    .isEqualTo(7);
            System.setProperty("distid.worker.origin-test.home", "x");
            assertThatThrownBy(() -> IdConfig.of(new Port(), Map.of()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("unknown key \"home\"");
        } finally {
            System.clearProperty("distid.worker.origin-test.port");
            System.clearProperty("distid.worker.origin-test.home");
        }
    }

    /** A source of worker ids that bears the name of a backend. */
    private static final class Port implements WorkerIdsProvider {
        @Override
        public String name() {
            return "origin-test";
        }

        @Override
        public String summary() {
            return "for this test";
        }

        @Override
        public List<ConfigKey> keys() {
            return List.of(ConfigKey.integer("port", 1, 65535, null, "a number"));
        }

        @Override
        public WorkerIds open(IdConfig config) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void unknownSystemPropertyIsRefused() {
        System.setProperty("distid.origin-test.max-laed", "1");
        assertThatThrownBy(() -> IdConfig.of(OUTER, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("origin-test: unknown key \"max-laed\": allowed are max-lead, worker");
    }

    @Test
    void propertiesOfOtherStrategiesAreAccepted() {
        System.setProperty("distid.origin-test-b.whatever", "1");
        try {
            assertThat(IdConfig.of(OUTER, Map.of()).integer("max-lead")).isEqualTo(1);
        } finally {
            System.clearProperty("distid.origin-test-b.whatever");
        }
    }

    @Test
    void nestedKeysAreReadInTheSameOrder() {
        Map<String, String> environment = Map.of("DISTID_ORIGIN_TEST_WORKER_PORT", "3");
        assertThat(nested(Map.of(), environment).integer("port")).isEqualTo(3);
        System.setProperty("distid.origin-test.worker.port", "4");
        assertThat(nested(Map.of(), environment).integer("port")).isEqualTo(4);
        IdConfig nested = nested(Map.of("worker.port", "5", "worker.password", "hunter2"), environment);
        assertThat(nested.integer("port")).isEqualTo(5);
        assertThat(nested.secret("password").reveal()).isEqualTo("hunter2");
        assertThat(nested.toString()).contains("worker.port=\"5\"", "worker.password=***");
        assertThat(nested.has("store")).isTrue();
        assertThat(nested(Map.of("worker.store.table", "other"), Map.of())
                        .sub("store", DEEP)
                        .text("table"))
                .isEqualTo("other");
    }

    @Test
    void nestedKeysAreCheckedToo() {
        assertThatThrownBy(() -> nested(Map.of("worker.prot", "1"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("origin-test: unknown key \"worker.prot\": allowed are worker.port, worker.password, "
                        + "worker.store");
        assertThatThrownBy(() -> nested(Map.of("worker.port", "0"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("origin-test: key \"worker.port\" is \"0\": must be an integer from 1 to 65535");
        assertThatThrownBy(() -> nested(Map.of(), Map.of()).integer("port"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("distid.origin-test.worker.port")
                .hasMessageContaining("DISTID_ORIGIN_TEST_WORKER_PORT");
        System.setProperty("distid.origin-test.worker.prot", "1");
        assertThatThrownBy(() -> nested(Map.of(), Map.of())).hasMessageContaining("worker.prot");
    }

    @Test
    void keysBelowOneThatNamesNoProviderAreUnknown() {
        assertThatThrownBy(() -> IdConfig.of(OUTER, Map.of("max-lead.x", "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("unknown key \"max-lead.x\"");
    }

    private static IdConfig nested(Map<String, String> given, Map<String, String> environment) {
        return IdConfig.of(OUTER, given, environment).sub("worker", INNER);
    }
}
