package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.spring.strays.Stray;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/** A strategy's name is no generator of an application that has others. */
class StrayEntityTest {

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = Stray.class)
    static class Application {}

    @JpaSlice
    @ContextConfiguration(classes = Application.class)
    @TestPropertySource(
            properties = {
                "distid.generators.orders.strategy=uuid-v4",
                "spring.test.database.replace=NONE",
                "spring.jpa.hibernate.ddl-auto=create",
                // MySQL's driver asks MariaDB for a table that only MySQL has.
                "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect"
            })
    static class Slice {
        @DynamicPropertySource
        static void database(DynamicPropertyRegistry properties) {
            Database database = MySqlServer.shared().createDatabase();
            properties.add("spring.datasource.url", database::url);
            properties.add("spring.datasource.username", database::user);
            properties.add("spring.datasource.password", database::password);
        }
    }

    @Test
    void strategysNameIsRefused() {
        assertThatThrownBy(() ->
                        new TestContextManager(Slice.class).getTestContext().getApplicationContext())
                .hasStackTraceContaining("there is no generator \"uuid-v7\": configured are orders");
    }
}
