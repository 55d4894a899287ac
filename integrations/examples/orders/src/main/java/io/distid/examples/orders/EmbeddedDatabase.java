package io.distid.examples.orders;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A MariaDB of this process's own, in place of {@code spring.datasource}: orders and worker ids are gone when it ends. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("orders.embedded-database")
class EmbeddedDatabase {
    @Bean
    MySqlServer mariaDb() {
        return MySqlServer.start();
    }

    @Bean
    JdbcConnectionDetails connectionDetails(MySqlServer mariaDb) {
        Database database = mariaDb.createDatabase();
        return new JdbcConnectionDetails() {
            @Override
            public String getJdbcUrl() {
                return database.url();
            }

            @Override
            public String getUsername() {
                return database.user();
            }

            @Override
            public String getPassword() {
                return database.password();
            }
        };
    }
}
