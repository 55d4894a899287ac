package io.distid.spring.boot4;

import io.distid.spring.boot.ConnectionDefaults;
import io.distid.spring.boot.RedisSettings;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.context.annotation.Bean;

/**
 * Gives generators without an address the Redis of {@code spring.data.redis}, of a Testcontainers service or of Docker
 * Compose. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnClass(DataRedisConnectionDetails.class)
public class RedisDefaultsAutoConfiguration {
    RedisDefaultsAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(DataRedisConnectionDetails.class)
    ConnectionDefaults distidRedisDefaults(DataRedisConnectionDetails details) {
        return ConnectionDefaults.of("redis:", () -> settings(details));
    }

    private static Map<String, String> settings(DataRedisConnectionDetails details) {
        RedisSettings settings =
                new RedisSettings(details.getUsername(), details.getPassword(), details.getSslBundle());
        var sentinel = details.getSentinel();
        if (sentinel != null) {
            return settings.sentinel(
                    sentinel.getMaster(), nodes(sentinel.getNodes()), sentinel.getUsername(), sentinel.getPassword());
        }
        var cluster = details.getCluster();
        if (cluster != null) {
            return settings.cluster(nodes(cluster.getNodes()));
        }
        var standalone = details.getStandalone();
        if (standalone == null) {
            throw RedisSettings.untold("is configured as a master with a list of replicas", "url");
        }
        return settings.standalone(standalone.getHost(), standalone.getPort(), standalone.getDatabase());
    }

    private static List<String> nodes(List<Node> nodes) {
        return nodes.stream()
                .map(node -> RedisSettings.node(node.host(), node.port()))
                .toList();
    }
}
