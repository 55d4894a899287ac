package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.entity.EntityIdException;
import io.distid.spring.entities.PlacedOrder;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

/** What Boot prints of an application that does not start. */
class FailureAnalysisTest {

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DistidAutoConfiguration.class, DistidCoordinationAutoConfiguration.class})
    static class Application {}

    private static FailureAnalysis analysis(Map<String, Object> properties) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("the test's settings", properties));
        try (var context = new SpringApplicationBuilder(Application.class)
                .environment(environment)
                .web(WebApplicationType.NONE)
                .run()) {
            throw new AssertionError("it started: " + context);
        } catch (RuntimeException e) {
            return analysis(e, environment);
        }
    }

    /** By the analyzers that Boot finds. */
    private static FailureAnalysis analysis(Throwable failure, ConfigurableEnvironment environment) {
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(org.springframework.core.env.Environment.class, environment),
                        (type, name, error) -> {});
        return analyzers.stream()
                .filter(analyzer -> analyzer.getClass().getName().startsWith("io.distid."))
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tellsWhatIsWrongWhatIsAllowedAndWhereItWasSet() {
        FailureAnalysis analysis = analysis(
                Map.of("distid.generators.orders.strategy", "snowflake", "distid.generators.orders.worker-bits", "99"));
        assertThat(analysis.getDescription())
                .isEqualTo("Generator \"orders\" could not be opened: snowflake: key"
                        + " \"distid.generators.orders.worker-bits\" is \"99\".");
        assertThat(analysis.getAction())
                .isEqualTo(
                        "Correct distid.generators.orders.worker-bits (from \"distid.generators.orders.worker-bits\" from"
                                + " property source \"the test's settings\"). It must be an integer from 0 to 63.");
    }

    @Test
    void namesKeysOfLocksAndTokensAsTheApplicationWritesThem() {
        FailureAnalysis locks = analysis(Map.of("distid.locks.store", "redis", "distid.locks.leese", "10s"));
        assertThat(locks.getDescription())
                .startsWith("distid.locks could not be opened: ")
                .contains("\"distid.locks.leese\"");
        assertThat(locks.getAction()).startsWith("Correct distid.locks.leese (from ");
        FailureAnalysis tokens = analysis(Map.of("distid.tokens.store", "mysql"));
        assertThat(tokens.getDescription())
                .startsWith("distid.tokens could not be opened: ")
                .contains("\"distid.tokens.url\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"locks", "tokens"})
    void tellsOfAStoreThatIsNotThere(String kind) {
        FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withPropertyValues(
                        "distid." + kind + ".store=mysqll", "spring.datasource.url=jdbc:mysql://localhost:1/none"));
        assertThat(analysis.getDescription()).startsWith("distid." + kind + " could not be opened: unknown ");
        assertThat(analysis.getAction()).isEqualTo("Do what the description says, or correct distid." + kind + ".*.");
    }

    @Test
    void tellsWhichKeysThereAre() {
        FailureAnalysis analysis = analysis(
                Map.of("distid.generators.orders.strategy", "snowflake", "distid.generators.orders.workr.id", "3"));
        assertThat(analysis.getDescription())
                .isEqualTo("Generator \"orders\" could not be opened: snowflake: unknown key"
                        + " \"distid.generators.orders.workr.id\".");
        assertThat(analysis.getAction())
                .startsWith("Correct distid.generators.orders.workr.id (from ")
                .contains("Allowed are preset, epoch, tick,");
    }

    @ParameterizedTest
    @CsvSource({
        "distid.generator.orders.strategy, distid.generators.orders.strategy",
        "distid.generaters.orders.strategy, distid.generators.orders.strategy",
        "distid.lock.store, distid.locks.store",
        "distid.token.store, distid.tokens.store",
        "distid.own-pol, distid.own-pool",
        "distid.mibatis.generator, distid.mybatis.generator"
    })
    void namesAGroupThatIsMisspelt(String written, String meant) {
        FailureAnalysis analysis = analysis(Map.of(written, "snowflake"));
        assertThat(analysis.getDescription()).isEqualTo("unknown key \"" + written + "\".");
        assertThat(analysis.getAction())
                .isEqualTo("Correct " + written + " (from \"" + written
                        + "\" from property source \"the test's settings\"). It must be " + meant + ".");
    }

    /** Of locks that are opened without Spring, of an application's own, and of a service of Kubernetes. */
    @Test
    void groupsOfOthersAreNotTakenForMisspeltOnes() {
        ConfigurableEnvironment environment = new StandardEnvironment();
        Map<String, Object> system = Map.of("distid.lock.mysql.url", "jdbc:mysql://localhost:1/none");
        Map<String, Object> variables = Map.of("DISTID_GENERATOR_PORT_80_TCP", "1", "DISTID_LOCK_MYSQL_LEASE", "9s");
        environment.getPropertySources().replace("systemProperties", new MapPropertySource("systemProperties", system));
        environment
                .getPropertySources()
                .replace("systemEnvironment", new SystemEnvironmentPropertySource("systemEnvironment", variables));
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("ours", Map.of("distid.logs.level", "1", "distid.locks.lease", "9s")));
        assertThat(DistidProperties.of(environment).locks()).containsOnlyKeys("lease");
    }

    @Test
    void tellsOfTwoSpellingsOfOneName() {
        FailureAnalysis analysis = analysis(Map.of(
                "distid.generators.order-items.strategy", "snowflake", "distid.generators.orderItems.worker.id", "3"));
        assertThat(analysis.getDescription())
                .startsWith(
                        "generators \"order-items\" and \"orderItems\" below distid.generators are one name to Spring,")
                .endsWith("and in those as DISTID_GENERATORS_ORDERITEMS_*");
        assertThat(analysis.getAction()).isEqualTo("Correct the settings below distid.generators.");
    }

    @Test
    void tellsOfAStoreThatDoesNotAnswer() {
        FailureAnalysis analysis = analysis(Map.of(
                "distid.generators.orders.strategy", "redis-incr",
                "distid.generators.orders.url", "redis://user:s3cr3t@localhost:1"));
        assertThat(analysis.getDescription())
                .startsWith("Generator \"orders\" could not be opened: ")
                .contains("localhost:1")
                .doesNotContain("s3cr3t");
        assertThat(analysis.getAction()).contains("can be reached").contains("distid.generators.orders.*");
    }

    @Test
    void tellsWhichStarterToTake() {
        assertThatThrownBy(() -> BootLine.require("4", "3.5.16"))
                .isInstanceOfSatisfying(WrongBootLineException.class, e -> {
                    FailureAnalysis analysis = analysis(e, new StandardEnvironment());
                    assertThat(analysis.getDescription())
                            .isEqualTo(
                                    "distid-spring-boot-starter is for Spring Boot 4, but this is Spring Boot 3.5.16.");
                    assertThat(analysis.getAction())
                            .isEqualTo(
                                    "Take distid-spring-boot3-starter instead, and leave distid-spring-boot-starter out.");
                });
        assertThatThrownBy(() -> BootLine.require("3", "5.0.0"))
                .isInstanceOfSatisfying(
                        WrongBootLineException.class,
                        e -> assertThat(e.action())
                                .isEqualTo("Take a version of distid that serves Spring Boot 5.0.0."));
    }

    @Test
    void tellsOfALibraryInAnotherVersion() {
        LinkageError wrong = new NoSuchMethodError("redis.clients.jedis.DefaultJedisClientConfig$Builder.resp2()");
        FailureAnalysis analysis =
                analysis(new BeanCreationException("ordersIdGenerator", "it failed", wrong), new StandardEnvironment());
        assertThat(analysis.getDescription())
                .startsWith(
                        "Generator \"orders\" could not be opened, because distid does not support the version of a library");
        assertThat(analysis.getAction()).contains("jedis.version");
        assertThat(new LinkageFailureAnalyzer().analyze(new BeanCreationException("orders", "it failed", wrong)))
                .as("of beans that are no generators")
                .isNull();
    }

    @Test
    void namesTheKeyOfATableThatIsToBeCreated() {
        Database database = MySqlServer.shared().createDatabase();
        FailureAnalysis analysis = analysis(Map.of(
                "distid.generators.orders.strategy", "snowflake",
                "distid.generators.orders.namespace", "analysis",
                "distid.generators.orders.worker", "mysql",
                "distid.generators.orders.worker.timeout", "60s",
                "distid.generators.orders.worker.url", database.url(),
                "distid.generators.orders.worker.user", database.user(),
                "distid.generators.orders.worker.password", database.password()));
        assertThat(analysis.getDescription())
                .startsWith("Generator \"orders\" could not be opened: ")
                .contains("but it answers \"Table ")
                .endsWith("doesn't exist\".");
        assertThat(analysis.getAction())
                .startsWith(
                        "For the first start set distid.generators.orders.worker.create=true. Or create it yourself:"
                                + " CREATE TABLE ")
                .containsOnlyOnce("create=true");
    }

    /** The bean of a test slice, say, beside {@code spring.datasource.url} of a database that serves. */
    @Test
    void namesTheApplicationsDataSourceIfNoneIsConfigured() {
        ApplicationContextRunner slice = new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withBean("pool", DataSource.class, () -> {
                    HikariDataSource pool = new HikariDataSource();
                    pool.setJdbcUrl("jdbc:h2:mem:slice");
                    return pool;
                })
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.namespace=analysis",
                        "distid.generators.orders.worker=mysql",
                        "distid.generators.orders.worker.timeout=60s",
                        "spring.datasource.url=jdbc:mysql://localhost:1/none");
        FailureAnalysis analysis = analysis(slice);
        assertThat(analysis.getDescription())
                .isEqualTo("Generator \"orders\" could not be opened: snowflake: the application's DataSource \"pool\""
                        + " must be one of MySQL's driver (com.mysql:mysql-connector-j, which serves MariaDB, too),"
                        + " not of \"H2 JDBC Driver\".");
        assertThat(analysis.getAction())
                .startsWith("Name another database in distid.generators.orders.worker.url, or another DataSource")
                .contains("set spring.test.database.replace=NONE");
        FailureAnalysis named = analysis(slice.withPropertyValues("distid.generators.orders.worker.data-source=pool"));
        assertThat(named.getAction()).startsWith("Correct distid.generators.orders.worker.data-source (from ");
    }

    @Test
    void suggestsNoServersOrSettingsForAField() {
        FailureAnalysis analysis = analysis(
                new EntityIdException("shop.Invoice.id, @DistId(\"orders\"): type java.lang.Integer cannot hold an id"),
                new StandardEnvironment());
        assertThat(analysis.getDescription()).startsWith("shop.Invoice.id, ");
        assertThat(analysis.getAction()).isEqualTo("Do what the description says.");
    }

    @Test
    void tellsOfADatabaseThatNothingReads() {
        FailureAnalysis analysis = analysis(Map.of(
                "distid.generators.orders.strategy", "snowflake",
                "distid.generators.orders.worker", "mysql",
                "spring.datasource.url", "jdbc:mysql://localhost:1/none"));
        assertThat(analysis.getDescription())
                .startsWith(
                        "Generator \"orders\" could not be opened: spring.datasource.url is set, but the application has"
                                + " no DataSource: add org.springframework.boot:spring-boot-starter-jdbc ")
                .endsWith("or name a database in distid.generators.orders.worker.url");
        assertThat(analysis.getAction())
                .isEqualTo("Do what the description says, or correct distid.generators.orders.*.");
    }

    @Test
    void namesTheGeneratorWhoseStrategyIsUnknown() {
        FailureAnalysis analysis = analysis(Map.of(
                "distid.generators.orders.strategy", "snowflak", "distid.generators.invoices.strategy", "uuid-v7"));
        assertThat(analysis.getDescription())
                .startsWith(
                        "Generator \"orders\" could not be opened: unknown strategy \"snowflak\": on the class path are ");
        assertThat(analysis.getAction()).startsWith("Correct distid.generators.orders.strategy (from ");
    }

    @Test
    void namesTheApplicationsAddressWhereItsDatabaseDoesNotExist() {
        Database database = MySqlServer.shared().createDatabase();
        FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.namespace=analysis",
                        "distid.generators.orders.worker=mysql",
                        "distid.generators.orders.worker.timeout=60s",
                        "spring.datasource.url=" + database.url().replaceFirst("/" + database.name(), "/no_such"),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password()));
        assertThat(analysis.getDescription())
                .contains("check key \"spring.datasource.url\"")
                .doesNotContain("data-source");
    }

    @Test
    void namesAMisspeltKeyBesideOneThatIsMissing() {
        FailureAnalysis analysis = analysis(
                Map.of("distid.generators.orders.stategy", "snowflake", "distid.generators.orders.worker.id", "3"));
        assertThat(analysis.getDescription())
                .isEqualTo(
                        "distid.generators.orders: key \"strategy\" is not set (no strategy has \"stategy\", which is).");
    }

    @Test
    void namesAMisspeltKeyBesideADataSourceThatCannotBeChosen() {
        HikariDataSource none = new HikariDataSource();
        FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withBean("first", DataSource.class, () -> none)
                .withBean("second", DataSource.class, () -> none)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker=mysql",
                        "distid.generators.orders.worker.data-sorce=second"));
        assertThat(analysis.getDescription())
                .isEqualTo("Generator \"orders\" could not be opened: snowflake: unknown key"
                        + " \"distid.generators.orders.worker.data-sorce\".");
    }

    @Test
    void namesTheApplicationsOwnPropertiesWhereItsDatabaseRefuses() {
        Database database = MySqlServer.shared().createDatabase();
        ApplicationContextRunner wrong = new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.namespace=analysis",
                        "distid.generators.orders.worker=mysql",
                        "distid.generators.orders.worker.timeout=60s",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=nobody",
                        "spring.datasource.password=wrong-s3cr3t");
        for (String ownPool : List.of("true", "false")) {
            FailureAnalysis analysis = analysis(wrong.withPropertyValues("distid.own-pool=" + ownPool));
            assertThat(analysis.getAction())
                    .contains("that spring.datasource.* and distid.generators.orders.* are right");
            assertThat(analysis.getDescription())
                    .contains("check keys \"spring.datasource.username\" and \"spring.datasource.password\"")
                    .contains("does not let "
                            + (ownPool.equals("true") ? "user nobody in" : "the user of the DataSource in"))
                    .doesNotContain("worker.password", "s3cr3t", "data-source");
        }
    }

    @Test
    void namesTheApplicationsAddressWhereItsDatabaseIsDown() {
        FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.namespace=analysis",
                        "distid.generators.orders.worker=mysql",
                        "spring.datasource.url=jdbc:mysql://localhost:1/none"));
        assertThat(analysis.getDescription())
                .contains("key \"spring.datasource.url\" right?")
                .doesNotContain("worker.data-source");
    }

    @Test
    void namesNoSettingsAloneWhereTheDescriptionSaysWhatToDo() {
        Database database = MySqlServer.shared().createDatabase();
        FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withPropertyValues(
                        "distid.generators.orders.strategy=leaf-segment",
                        "distid.generators.orders.tag=orders",
                        "distid.generators.orders.store.create=true",
                        "distid.generators.orders.store.timeout=60s",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password()));
        assertThat(analysis.getDescription()).contains("no tag \"orders\"").contains("add it: INSERT INTO");
        assertThat(analysis.getAction())
                .isEqualTo("Do what the description says, or correct distid.generators.orders.*.");
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = PlacedOrder.class)
    static class Orders {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tellsTheSameWhereAnEntityNeedsTheGenerator(boolean lazy) {
        Database database = MySqlServer.shared().createDatabase();
        FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withConfiguration(Line.JPA)
                .withUserConfiguration(Orders.class)
                .withInitializer(context -> {
                    if (lazy) {
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
                    }
                })
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        // MySQL's driver asks MariaDB for a table that only MySQL has.
                        "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                        "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect",
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker-bits=99"));
        assertThat(analysis.getDescription())
                .isEqualTo("Generator \"orders\" could not be opened: snowflake: key"
                        + " \"distid.generators.orders.worker-bits\" is \"99\".");
        assertThat(analysis.getAction())
                .startsWith("Correct distid.generators.orders.worker-bits (from ")
                .endsWith("It must be an integer from 0 to 63.");
    }

    private static FailureAnalysis analysis(ApplicationContextRunner runner) {
        AtomicReference<ConfigurableEnvironment> environment = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        runner.withInitializer(context -> environment.set(context.getEnvironment()))
                .run(context -> failure.set(context.getStartupFailure()));
        return analysis(failure.get(), environment.get());
    }
}
