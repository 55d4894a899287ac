package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.entity.EntityIdException;
import io.distid.spring.entities.PlacedOrder;
import io.distid.spring.orphans.Invoice;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;

/** Entities draw from the application's generators without a line of configuration, on a real database. */
class EntitiesTest {
    private static Database database;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(Line.ALL)
            .withConfiguration(Line.JPA)
            .withPropertyValues(
                    "spring.datasource.url=" + database.url(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password(),
                    "spring.jpa.hibernate.ddl-auto=create",
                    // MySQL's driver asks MariaDB for a table that only MySQL has.
                    "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                    "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect",
                    "distid.generators.orders.strategy=snowflake",
                    "distid.generators.orders.worker.id=3");

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = PlacedOrder.class)
    static class Orders {}

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = Invoice.class)
    static class Invoices {}

    @BeforeAll
    static void start() {
        database = MySqlServer.shared().createDatabase();
    }

    @Test
    void entitysIdAndColumnComeFromTheGeneratorOfThatName() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            assertThat(context).hasNotFailed();
            PlacedOrder order = new PlacedOrder();
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            try (EntityManager manager = factory.createEntityManager()) {
                manager.getTransaction().begin();
                manager.persist(order);
                manager.getTransaction().commit();
            }

            long next =
                    context.getBean(DistidGenerators.class).getLong("orders").nextId();
            // The worker of the generator that was configured, below the twelve bits of the sequence.
            assertThat(order.id() >> 12 & 1023).isEqualTo(3);
            assertThat(order.id()).isLessThan(next);
            assertThat(order.reference()).hasSize(13);
            try (EntityManager manager = factory.createEntityManager()) {
                assertThat(manager.find(PlacedOrder.class, order.id()).reference())
                        .isEqualTo(order.reference());
            }
        });
    }

    @Test
    void applicationDoesNotStartWhereAnEntityNamesAGeneratorThatIsNotConfigured() {
        runner.withUserConfiguration(Invoices.class)
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .satisfies(failure ->
                                assertThat(context.getStartupFailure()).hasRootCauseMessage(failure.getMessage()))
                        .hasMessageContaining("\"invoices\"")
                        .hasMessageContaining("orders"));
        runner.withUserConfiguration(Invoices.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(EntityIdException.class.getName())
                        .hasStackTraceContaining("Invoice.id"));
    }
}
