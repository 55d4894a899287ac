package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsWithoutEffectTest {

    @Test
    void settingThatHasNoEffectIsRefused() {
        assertThatThrownBy(() -> IdGenerators.open("snowflake", Map.of("worker", "etcd", "worker.tls-ca", "x")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "snowflake: key \"worker.tls-ca\" is \"x\": must be left out, since it has an effect only with worker.endpoints=https://...");
    }
}
