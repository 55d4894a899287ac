package io.distid.spring.boot;

import io.distid.spring.boot3.Boot3CheckAutoConfiguration;
import io.distid.spring.boot3.DistidHealthAutoConfiguration;
import io.distid.spring.boot3.JdbcDefaultsAutoConfiguration;
import io.distid.spring.boot3.RedisDefaultsAutoConfiguration;
import io.distid.testservers.Database;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What of Spring Boot 3.5 the tests of both lines need. */
final class Line {
    /** What the starter brings, and what of Boot it stands on. */
    static final AutoConfigurations ALL = AutoConfigurations.of(
            Boot3CheckAutoConfiguration.class,
            DistidAutoConfiguration.class,
            DistidEndpointAutoConfiguration.class,
            DistidMetricsAutoConfiguration.class,
            DistidHealthAutoConfiguration.class,
            JdbcDefaultsAutoConfiguration.class,
            RedisDefaultsAutoConfiguration.class,
            DataSourceAutoConfiguration.class,
            RedisAutoConfiguration.class);

    /** Of the libraries that an application may lack: what their packages begin with. */
    static final String[][] OPTIONAL = {
        {"org.springframework.boot.actuate"},
        {"io.micrometer"},
        {"io.distid.micrometer"},
        {"org.springframework.jdbc"},
        {"org.springframework.data"}
    };

    private Line() {}

    /** As Boot's Testcontainers and Docker Compose support tell of a database. */
    static ApplicationContextRunner withDatabase(ApplicationContextRunner runner, Database database) {
        return runner.withBean(JdbcConnectionDetails.class, () -> new JdbcConnectionDetails() {
            @Override
            public String getUsername() {
                return database.user();
            }

            @Override
            public String getPassword() {
                return database.password();
            }

            @Override
            public String getJdbcUrl() {
                return database.url();
            }
        });
    }

    /** As Boot's Testcontainers and Docker Compose support tell of a Redis. */
    static ApplicationContextRunner withRedis(ApplicationContextRunner runner, String host, Supplier<Integer> port) {
        return runner.withBean(RedisConnectionDetails.class, () -> new RedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, port.get());
            }
        });
    }
}
