package io.distid.spring.boot3;

import io.distid.spring.boot.ConnectionDefaults;
import io.distid.spring.boot.RedisSettings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails.Node;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.annotation.Bean;

/**
 * Gives generators without an address the Redis of {@code spring.data.redis}, of a Testcontainers service or of Docker
 * Compose. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = RedisAutoConfiguration.class)
@ConditionalOnClass(RedisConnectionDetails.class)
public class RedisDefaultsAutoConfiguration {
    RedisDefaultsAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(RedisConnectionDetails.class)
    ConnectionDefaults distidRedisDefaults(RedisConnectionDetails details) {
        return ConnectionDefaults.of("redis:", () -> settings(details));
    }

    private static Map<String, String> settings(RedisConnectionDetails details) {
        var sentinel = details.getSentinel();
        if (sentinel != null) {
            return login(details, sentinel.getSslBundle())
                    .sentinel(
                            sentinel.getMaster(),
                            nodes(sentinel.getNodes()),
                            sentinel.getUsername(),
                            sentinel.getPassword());
        }
        var cluster = details.getCluster();
        if (cluster != null) {
            return login(details, cluster.getSslBundle()).cluster(nodes(cluster.getNodes()));
        }
        var standalone = details.getStandalone();
        if (standalone == null) {
            throw RedisSettings.untold("is neither a server, nor a cluster, nor known to sentinels", "url");
        }
        return login(details, standalone.getSslBundle())
                .standalone(standalone.getHost(), standalone.getPort(), standalone.getDatabase());
    }

    private static RedisSettings login(RedisConnectionDetails details, @Nullable SslBundle bundle) {
        return new RedisSettings(details.getUsername(), details.getPassword(), bundle);
    }

    private static List<String> nodes(List<Node> nodes) {
        return nodes.stream()
                .map(node -> RedisSettings.node(node.host(), node.port()))
                .toList();
    }
}
