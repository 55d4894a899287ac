package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.StandardEnvironment;

/** What a generator is opened with. */
class GeneratorSettingsTest {
    private static final IdGeneratorProvider SNOWFLAKE = Providers.find(IdGeneratorProvider.class, "snowflake");

    private static Map<String, String> settings(Map<String, String> written, Map<String, String> redis) {
        return GeneratorSettings.of(
                "orders",
                SNOWFLAKE,
                written,
                new StandardEnvironment(),
                List.of(ConnectionDefaults.of("redis:", () -> redis)),
                new ApplicationDataSources(new DefaultListableBeanFactory()),
                false);
    }

    @Test
    void addressOfItsOwnIsNotMixedWithTheApplications() {
        Map<String, String> application = new RedisSettings("app", "s3cr3t", null).standalone("app-host", 6380, 2);
        assertThat(settings(Map.of("worker", "redis", "worker.url", "redis://own-host"), application))
                .containsOnly(Map.entry("worker", "redis"), Map.entry("worker.url", "redis://own-host"));
        assertThat(settings(Map.of("worker", "redis"), application))
                .containsOnly(
                        Map.entry("worker", "redis"),
                        Map.entry("worker.url", "redis://app-host:6380/2"),
                        Map.entry("worker.user", "app"),
                        Map.entry("worker.password", "s3cr3t"));
    }

    @Test
    void sentinelsAndClustersOfTheApplicationAreTakenOver() {
        String node = RedisSettings.node("::1", 26379);
        assertThat(settings(
                        Map.of("worker", "redis"),
                        new RedisSettings(null, null, null).sentinel("main", List.of(node, "b:1"), "s", "p")))
                .containsEntry("worker.topology", "sentinel")
                .containsEntry("worker.master", "main")
                .containsEntry("worker.nodes", "[::1]:26379,b:1")
                .containsEntry("worker.sentinel-user", "s")
                .containsEntry("worker.sentinel-password", "p")
                .doesNotContainKeys("worker.url", "worker.user", "worker.password");
        assertThat(settings(
                        Map.of("worker", "redis"), new RedisSettings(null, null, null).cluster(List.of("a:1", "b:2"))))
                .containsEntry("worker.topology", "cluster")
                .containsEntry("worker.nodes", "a:1,b:2");
    }

    @Test
    void emptyValueTakesAwayAKeyThatOnlyAnotherProviderHas() {
        assertThat(settings(Map.of("worker", "fixed", "worker.id", "1", "worker.create", ""), Map.of()))
                .containsOnly(Map.entry("worker", "fixed"), Map.entry("worker.id", "1"));
        assertThat(settings(Map.of("worker", "fixed", "worker.id", "", "worker.create", "true"), Map.of()))
                .containsEntry("worker.id", "")
                .containsEntry("worker.create", "true");
    }
}
