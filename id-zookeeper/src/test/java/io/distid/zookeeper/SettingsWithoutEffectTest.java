package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsWithoutEffectTest {

    @Test
    void settingThatHasNoEffectIsRefused() {
        assertThatThrownBy(() ->
                        IdGenerators.open("snowflake", Map.of("worker", "zookeeper", "worker.auth-scheme", "digest")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "snowflake: key \"worker.auth-scheme\" is \"digest\": must be left out, since it has an effect only with worker.auth");
    }
}
