package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Wrong settings of sentinels and clusters, which have no url. */
class RedisTopologySettingsTest {

    @Test
    void whatIsMissingOrMalformedIsNamed() {
        refused(ConfigException.class, Map.of("topology", "sentinel"), "\"master\"");
        refused(ConfigException.class, Map.of("topology", "cluster"), "\"nodes\"");
        refused(ConfigException.class, Map.of("topology", "cluster", "nodes", "h:70000"), "h:70000");
    }

    @Test
    void nodesThatAreNotThereAreNamed() {
        String nodes = "127.0.0.1:1,127.0.0.1:2";
        refused(
                BackendException.class,
                Map.of("topology", "sentinel", "master", "m", "nodes", nodes, "timeout", "500ms"),
                "127.0.0.1:1");
        refused(
                BackendException.class,
                Map.of("topology", "cluster", "nodes", nodes, "timeout", "500ms"),
                "127.0.0.1:1");
    }

    private static void refused(Class<? extends Exception> type, Map<String, String> settings, String mention) {
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", settings))
                .isInstanceOf(type)
                .hasMessageContaining(mention);
    }
}
