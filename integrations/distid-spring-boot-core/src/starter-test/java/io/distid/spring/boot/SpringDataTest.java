package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.entity.DistId;
import io.distid.entity.EntityIdException;
import io.distid.spring.nested.Basket;
import io.distid.springdata.JdbcIdCallback;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;

/** Spring Data inserts entities with ids of the application's generators, on a real database. */
class SpringDataTest {
    private static Database database;

    @Table("bookings")
    record Booking(@Id @DistId("orders") Long id, String note) {}

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Application {}

    @BeforeAll
    static void start() {
        database = MySqlServer.shared().createDatabase();
    }

    private static ApplicationContextRunner runner(String generator) {
        return runner(generator, Application.class);
    }

    private static ApplicationContextRunner runner(String generator, Class<?> configuration) {
        return new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withConfiguration(Line.DATA_JDBC)
                .withUserConfiguration(configuration)
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "distid.generators." + generator + ".strategy=snowflake",
                        "distid.generators." + generator + ".worker.id=3");
    }

    @Test
    void applicationDoesNotStartWhereAnEntityNamesAGeneratorThatIsNotConfigured() {
        runner("items")
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .isInstanceOf(EntityIdException.class)
                                .hasMessageContaining(
                                        "Booking.id, @DistId(\"orders\"): there is no generator \"orders\": configured are items"));
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = Basket.class)
    static class Baskets {}

    @Test
    void applicationDoesNotStartWhereTheAnnotationIsOnWhatCanBeNoRoot() {
        runner("orders", Baskets.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(EntityIdException.class)
                        .hasMessage(Basket.Item.class.getName()
                                + ".number, @DistId(\"orders\"): its entity has no @Id, and Spring Data JDBC stores it as a"
                                + " part of another one and fills nothing there: set the value yourself, and remove"
                                + " the annotation"));
    }

    /** As of two databases; which of them a callback is for, only the application knows. */
    @Configuration(proxyBeanMethods = false)
    static class TwoMappings {
        @Bean
        JdbcMappingContext first() {
            JdbcMappingContext mapping = new JdbcMappingContext();
            mapping.getRequiredPersistentEntity(Booking.class);
            return mapping;
        }

        @Bean
        JdbcMappingContext second() {
            JdbcMappingContext mapping = new JdbcMappingContext();
            mapping.getRequiredPersistentEntity(Basket.class);
            return mapping;
        }

        @Bean
        static JdbcIdCallback callback(DistidGenerators generators, @Qualifier("first") JdbcMappingContext mapping) {
            return new JdbcIdCallback(generators, mapping);
        }
    }

    @Test
    void entitiesOfSeveralMappingsAreLookedThrough() {
        new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withUserConfiguration(TwoMappings.class)
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(), "distid.generators.items.strategy=uuid-v7")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(EntityIdException.class)
                        .hasMessageContaining("Booking.id, @DistId(\"orders\"): there is no generator \"orders\"")
                        .hasMessageContaining("Item.number, @DistId(\"orders\"): there is no generator \"orders\""));
    }

    @Test
    void insertedEntityHasAnIdOfTheGeneratorOfThatName() {
        runner("orders").run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(JdbcTemplate.class)
                    .execute("CREATE TABLE bookings (id BIGINT PRIMARY KEY, note VARCHAR(9))");
            JdbcAggregateTemplate template = context.getBean(JdbcAggregateTemplate.class);

            Booking booking = template.insert(new Booking(null, "first"));

            assertThat(booking.id() >> 12 & 1023).isEqualTo(3);
            assertThat(template.findById(booking.id(), Booking.class)).isEqualTo(booking);
        });
    }
}
