package io.distid.spring.boot;

import io.distid.spring.boot4.Boot4CheckAutoConfiguration;
import io.distid.spring.boot4.CoordinationHealthAutoConfiguration;
import io.distid.spring.boot4.DistidHealthAutoConfiguration;
import io.distid.spring.boot4.HibernateGeneratorsAutoConfiguration;
import io.distid.spring.boot4.JdbcDefaultsAutoConfiguration;
import io.distid.spring.boot4.RedisDefaultsAutoConfiguration;
import io.distid.testservers.Database;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** What of Spring Boot 4 the tests of both lines need. */
public final class Line {
    static final String NUMBER = "4";
    static final String STARTER = "distid-spring-boot-starter";
    static final Class<?> CHECK = Boot4CheckAutoConfiguration.class;
    static final String OTHER = "3";
    static final String OTHER_STARTER = "distid-spring-boot3-starter";

    /** What the starter brings, and what of Boot it stands on. */
    static final AutoConfigurations ALL = AutoConfigurations.of(
            Boot4CheckAutoConfiguration.class,
            DistidAutoConfiguration.class,
            DistidCoordinationAutoConfiguration.class,
            DistidCoordinationMetricsAutoConfiguration.class,
            DistidEndpointAutoConfiguration.class,
            DistidMetricsAutoConfiguration.class,
            DistidHealthAutoConfiguration.class,
            CoordinationHealthAutoConfiguration.class,
            DistidDataAutoConfiguration.class,
            DistidEntityAutoConfiguration.class,
            DistidJacksonAutoConfiguration.class,
            DistidMyBatisAutoConfiguration.class,
            HibernateGeneratorsAutoConfiguration.class,
            JdbcDefaultsAutoConfiguration.class,
            RedisDefaultsAutoConfiguration.class,
            DataSourceAutoConfiguration.class,
            DataRedisAutoConfiguration.class);

    static final AutoConfigurations JPA = AutoConfigurations.of(HibernateJpaAutoConfiguration.class);
    static final AutoConfigurations SCRIPTS = AutoConfigurations.of(DataSourceInitializationAutoConfiguration.class);
    static final AutoConfigurations DATA_JDBC = AutoConfigurations.of(
            JdbcTemplateAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            DataJdbcRepositoriesAutoConfiguration.class);
    static final AutoConfigurations JACKSON = AutoConfigurations.of(JacksonAutoConfiguration.class);

    /** Of the libraries that an application may lack: what their packages begin with. */
    static final String[][] OPTIONAL = {
        {"org.springframework.boot.actuate", "org.springframework.boot.health"},
        {"io.micrometer"},
        {"io.distid.micrometer"},
        {"io.distid.entity"},
        {"io.distid.coordination"},
        {"io.distid.springdata"},
        {"io.distid.jackson"},
        {"io.distid.mybatis"},
        {"jakarta.persistence", "org.hibernate"},
        {"com.baomidou", "org.apache.ibatis"},
        {"tools.jackson"},
        {"com.fasterxml.jackson.databind"},
        {"org.springframework.jdbc", "org.springframework.boot.jdbc"},
        {"org.springframework.data", "org.springframework.boot.data"}
    };

    private Line() {}

    /** As the application's own mapper writes it. */
    public static String json(ApplicationContext context, Object value) {
        return context.getBean(JsonMapper.class).writeValueAsString(value);
    }

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
        return runner.withBean(DataRedisConnectionDetails.class, () -> new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, port.get());
            }
        });
    }
}
