package io.distid.spring.boot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.distid.spring.boot3.Boot3CheckAutoConfiguration;
import io.distid.spring.boot3.CoordinationHealthAutoConfiguration;
import io.distid.spring.boot3.DistidHealthAutoConfiguration;
import io.distid.spring.boot3.HibernateGeneratorsAutoConfiguration;
import io.distid.spring.boot3.JdbcDefaultsAutoConfiguration;
import io.distid.spring.boot3.RedisDefaultsAutoConfiguration;
import io.distid.testservers.Database;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.jdbc.JdbcRepositoriesAutoConfiguration;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.autoconfigure.jdbc.JdbcTemplateAutoConfiguration;
import org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration;
import org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What of Spring Boot 3.5 the tests of both lines need. */
public final class Line {
    static final String NUMBER = "3";
    static final String STARTER = "distid-spring-boot3-starter";
    static final Class<?> CHECK = Boot3CheckAutoConfiguration.class;
    static final String OTHER = "4";
    static final String OTHER_STARTER = "distid-spring-boot-starter";

    /** What the starter brings, and what of Boot it stands on. */
    static final AutoConfigurations ALL = AutoConfigurations.of(
            Boot3CheckAutoConfiguration.class,
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
            RedisAutoConfiguration.class);

    static final AutoConfigurations JPA = AutoConfigurations.of(HibernateJpaAutoConfiguration.class);
    static final AutoConfigurations SCRIPTS = AutoConfigurations.of(SqlInitializationAutoConfiguration.class);
    static final AutoConfigurations DATA_JDBC = AutoConfigurations.of(
            JdbcTemplateAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            JdbcRepositoriesAutoConfiguration.class);
    static final AutoConfigurations JACKSON = AutoConfigurations.of(JacksonAutoConfiguration.class);

    /** Of the libraries that an application may lack: what their packages begin with. */
    static final String[][] OPTIONAL = {
        {"org.springframework.boot.actuate"},
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
        {"org.springframework.jdbc"},
        {"org.springframework.data"}
    };

    private Line() {}

    /** As the application's own mapper writes it. */
    public static String json(ApplicationContext context, Object value) throws JsonProcessingException {
        return context.getBean(ObjectMapper.class).writeValueAsString(value);
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
        return runner.withBean(RedisConnectionDetails.class, () -> new RedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, port.get());
            }
        });
    }
}
