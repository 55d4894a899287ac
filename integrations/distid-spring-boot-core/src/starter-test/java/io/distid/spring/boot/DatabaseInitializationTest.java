package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.spring.entities.PlacedOrder;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Scripts that make a generator's table are run before it is opened, on a real database. */
class DatabaseInitializationTest {
    private final Database database = MySqlServer.shared().createDatabase();

    @TempDir
    private Path folder;

    private ApplicationContextRunner runner;

    /** Made before the data source is, as what an application scans for is. */
    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = PlacedOrder.class)
    static class Application {
        @Bean
        Orders orders(LongIdGenerator ids) {
            return new Orders(ids);
        }
    }

    record Orders(LongIdGenerator ids) {}

    @BeforeEach
    void writeScript() throws IOException {
        Path script = Files.writeString(folder.resolve("schema.sql"), """
                CREATE TABLE leaf_alloc (
                    biz_tag varchar(128) NOT NULL DEFAULT '', max_id bigint(20) NOT NULL DEFAULT '1', step int(11) NOT NULL,
                    description varchar(256) DEFAULT NULL,
                    update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
                    PRIMARY KEY (biz_tag)) ENGINE = InnoDB;
                INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 1000);
                """);
        runner = new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withConfiguration(Line.SCRIPTS)
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=" + script.toUri());
    }

    @Test
    void generatorIsOpenedAfterTheScriptThatMakesItsTable() {
        runner.withPropertyValues(
                        "distid.generators.orders.strategy=leaf-segment",
                        "distid.generators.orders.store.timeout=60s",
                        "distid.generators.orders.max-wait=1min",
                        "distid.generators.orders.tag=orders")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Orders.class).ids().nextId()).isPositive();
                });
    }

    /** JPA opens the generators of entities, so that it would wait for itself. */
    @Test
    void scriptsThatComeAfterJpaAreNotWaitedFor() {
        runner.withConfiguration(Line.JPA)
                .withPropertyValues(
                        "spring.jpa.defer-datasource-initialization=true",
                        "spring.jpa.hibernate.ddl-auto=create",
                        // MySQL's driver asks MariaDB for a table that only MySQL has.
                        "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                        "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect",
                        "distid.generators.orders.strategy=mysql-update",
                        "distid.generators.orders.timeout=60s",
                        "distid.generators.orders.create=true")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(EntityManagerFactory.class).isOpen())
                            .isTrue();
                    assertThat(context.getBean(Orders.class).ids().nextId()).isPositive();
                });
    }

    /** What prepares a database may draw from a generator that needs none. */
    @Test
    void generatorWithoutADatabaseIsThereForWhatPreparesOne() {
        runner.withUserConfiguration(Migrating.class)
                .withPropertyValues(
                        "distid.generators.orders.strategy=mysql-update",
                        "distid.generators.orders.timeout=60s",
                        "distid.generators.orders.create=true",
                        "distid.generators.documents.strategy=uuid-v7")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Migration.class).drawn).isNotNull();
                });
    }

    /** It is opened after it, and so it would wait for itself. */
    @Test
    void generatorInTheDatabaseIsNotThereForWhatPreparesThat() {
        runner.withUserConfiguration(Numbering.class)
                .withPropertyValues(
                        "distid.generators.orders.strategy=mysql-update",
                        "distid.generators.orders.timeout=60s",
                        "distid.generators.orders.create=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("'migration'")
                        .hasMessageContaining("currently in creation"));
    }

    @Test
    void generatorWithAnAddressOfItsOwnIsThereForWhatPreparesTheDatabase() {
        runner.withUserConfiguration(Numbering.class)
                .withPropertyValues(
                        "distid.generators.orders.strategy=mysql-update",
                        "distid.generators.orders.timeout=60s",
                        "distid.generators.orders.create=true",
                        "distid.generators.orders.url=" + database.url(),
                        "distid.generators.orders.user=" + database.user(),
                        "distid.generators.orders.password=" + database.password())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Migration.class).drawn).isNotNull();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Migrating {
        @Bean
        Migration migration(DataSource database, UuidGenerator ids) {
            return new Migration(database, ids::nextUuid);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Numbering {
        @Bean
        Migration migration(DataSource database, LongIdGenerator ids) {
            return new Migration(database, ids::nextId);
        }
    }

    static final class Migration extends DataSourceScriptDatabaseInitializer {
        private final Supplier<?> ids;

        @Nullable
        Object drawn;

        Migration(DataSource database, Supplier<?> ids) {
            super(database, new DatabaseInitializationSettings());
            this.ids = ids;
        }

        @Override
        public boolean initializeDatabase() {
            drawn = ids.get();
            return true;
        }
    }
}
