package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that could change nothing are refused before anything is asked of a server. */
class SettingsWithoutEffectTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "width=3 | width | only with period",
                "zone=UTC | zone | only with period",
                "trust-store=x | trust-store | only with tls=true or url=rediss://...",
                "trust-store-password=x | trust-store-password | only with trust-store",
                "key-store=x | key-store | only with tls=true or url=rediss://...",
                "key-store-password=x | key-store-password | only with key-store",
                "tls-verify=ca | tls-verify | only with tls=true or url=rediss://...",
                "tls-verify=full url=redis://127.0.0.1:1 | tls-verify | only with",
                "sentinel-password=x | sentinel-password | only with topology=sentinel",
                "sentinel-user=x | sentinel-user | only with sentinel-password",
                "nodes=h:1 | nodes | only with topology=sentinel or topology=cluster",
                "master=m | master | only with topology=sentinel",
                "topology=cluster nodes=h:1 master=m | master | only with topology=sentinel",
                "topology=cluster nodes=h:1 url=redis://h | url | only with topology=standalone",
                "user=ann | user | given with a password",
                "url=redis://ann@127.0.0.1:1 | url | given with a password"
            })
    void settingThatHasNoEffectIsRefused(String given, String key, String reason) {
        Map<String, String> settings = new HashMap<>();
        for (String each : given.split(" ")) {
            settings.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        refused(settings, key, reason);
    }

    @ParameterizedTest
    @CsvSource({"' '", "''", "'a\u0000b'", "'a\nb'"})
    void keyThatNobodyCanReadIsRefused(String key) {
        refused(Map.of("key", key), "key", "not blank and without control characters");
    }

    @Test
    void addressesThatAreMissingOrMalformedAreNamed() {
        refused(Map.of("topology", "sentinel"), "master", "not set");
        refused(Map.of("topology", "cluster"), "nodes", "not set");
        refused(Map.of("topology", "cluster", "nodes", "h:70000"), "nodes", "h:70000");
    }

    private static void refused(Map<String, String> settings, String key, String reason) {
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("redis-incr: key \"" + key + "\" is ")
                .hasMessageContaining(reason);
    }
}
