package io.distid.spring.boot3;

import io.distid.spring.boot.ConnectionDefaults;
import io.distid.spring.boot.JdbcSettings;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;

/**
 * Gives generators without an address the database of {@code spring.datasource}, of a Testcontainers service or of
 * Docker Compose. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnClass(JdbcConnectionDetails.class)
public class JdbcDefaultsAutoConfiguration {
    JdbcDefaultsAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(JdbcConnectionDetails.class)
    ConnectionDefaults distidJdbcDefaults(JdbcConnectionDetails details) {
        return ConnectionDefaults.of(
                "jdbc:", () -> JdbcSettings.of(details.getJdbcUrl(), details.getUsername(), details.getPassword()));
    }
}
