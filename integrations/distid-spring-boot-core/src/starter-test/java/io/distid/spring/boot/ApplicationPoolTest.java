package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.spring.boot.GeneratorHealth.Status;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** Generators on the application's own pool. */
class ApplicationPoolTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Database database = MySqlServer.shared().createDatabase();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(Line.ALL)
            .withPropertyValues(
                    "spring.application.name=pooled",
                    "distid.generators.orders.strategy=snowflake",
                    "distid.generators.orders.worker=mysql",
                    "distid.generators.orders.worker.create=true",
                    "distid.generators.orders.worker.max-ahead=1s",
                    "distid.generators.orders.worker.timeout=60s",
                    "distid.generators.orders.reservation=500ms",
                    // For a renewal, which comes late where the machine stands still.
                    "distid.generators.orders.max-wait=1min");

    private final ApplicationContextRunner pooled = runner.withPropertyValues(
            "spring.datasource.url=" + database.url(),
            "spring.datasource.username=" + database.user(),
            "spring.datasource.password=" + database.password(),
            "spring.datasource.hikari.maximum-pool-size=2",
            // Far longer than a renewal may wait.
            "spring.datasource.hikari.connection-timeout=600000",
            "spring.datasource.hikari.auto-commit=false");

    private HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.url());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        return pool;
    }

    /** Of the database, besides the one that asks. */
    private int connections() {
        try (Connection connection = database.connect();
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*) - 1 FROM information_schema.processlist WHERE db = DATABASE()")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noConnectionIsOpenedBesideTheApplicationsPool() {
        pooled.run(context -> {
            assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive();
            HikariDataSource pool = context.getBean(DataSource.class).unwrap(HikariDataSource.class);
            await().atMost(LONG)
                    .until(() -> connections() == pool.getHikariPoolMXBean().getTotalConnections());
        });
    }

    @Test
    void poolOfItsOwnIsOpenedIfAsked() {
        pooled.withPropertyValues("distid.own-pool=true").run(context -> {
            assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive();
            HikariDataSource pool = context.getBean(DataSource.class).unwrap(HikariDataSource.class);
            assertThat(pool.getHikariPoolMXBean())
                    .as("the application's own was not used")
                    .isNull();
            assertThat(connections()).isPositive();
        });
    }

    @Test
    void exhaustedPoolEndsIdsAtTheirBoundAndTheyGoOnAfterwards() {
        ApplicationContextRunner brief = pooled.withPropertyValues(
                "distid.generators.orders.worker.timeout=2s", "distid.generators.orders.max-wait=10ms");
        brief.run(context -> {
            // Once more where the machine stood still for longer than the time-out while it was opened.
            if (context.getStartupFailure() == null) {
                requireEndAndResumption(context);
            } else {
                brief.run(ApplicationPoolTest::requireEndAndResumption);
            }
        });
    }

    private static void requireEndAndResumption(AssertableApplicationContext context) throws SQLException {
        LongIdGenerator ids = context.getBean(LongIdGenerator.class);
        long last = untilIssued(ids);
        DataSource pool = context.getBean(DataSource.class);
        Connection first = pool.getConnection();
        Connection second = pool.getConnection();

        await().atMost(LONG).until(() -> GeneratorHealth.of(ids).status() == Status.OUT_OF_SERVICE);
        // The bound may pass before the first renewal has waited so long.
        await().atMost(LONG)
                .untilAsserted(() -> assertThatThrownBy(ids::nextId)
                        .isInstanceOf(LeaseLostException.class)
                        .hasStackTraceContaining(
                                "the application's pool gave no connection: none was free within 2000 ms")
                        .hasStackTraceContaining("distid.own-pool=true"));
        assertThat(GeneratorHealth.of(ids).details().get("lease").toString()).contains("renewalsFailed=");

        first.close();
        second.close();
        await().atMost(LONG).until(() -> GeneratorHealth.of(ids).status() == Status.UP);
        assertThat(untilIssued(ids)).isGreaterThan(last);
    }

    /** Where the machine stands still, a renewal takes longer than a call may wait. */
    private static long untilIssued(LongIdGenerator ids) {
        return await().atMost(LONG)
                .ignoreExceptionsInstanceOf(IdException.class)
                .until(ids::nextId, id -> true);
    }

    @Test
    void workerIdIsGivenBackBeforeThePoolIsClosed() {
        pooled.run(context ->
                assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive());
        try (HikariDataSource pool = pool()) {
            assertThat(new JdbcTemplate(pool)
                            .queryForList("SELECT free_from FROM distid_worker WHERE worker_id >= 0", Long.class))
                    .as("ends of leases; 0 once it is given back")
                    .containsExactly(0L);
        }
    }

    static Stream<UnaryOperator<DataSource>> proxies() {
        return Stream.of(
                UnaryOperator.identity(),
                TransactionAwareDataSourceProxy::new,
                LazyConnectionDataSourceProxy::new,
                pool -> new LazyConnectionDataSourceProxy(new TransactionAwareDataSourceProxy(pool)));
    }

    @ParameterizedTest
    @MethodSource("proxies")
    void numbersAreNotRolledBackWithTheTransactionOfTheirCaller(UnaryOperator<DataSource> proxy) {
        try (HikariDataSource pool = pool()) {
            DataSource proxied = proxy.apply(pool);
            runner.withBean("proxied", DataSource.class, () -> proxied)
                    .withPropertyValues(
                            "distid.generators.numbers.strategy=mysql-update", "distid.generators.numbers.create=true")
                    .run(context -> {
                        LongIdGenerator numbers =
                                context.getBean(DistidGenerators.class).getLong("numbers");
                        JdbcTemplate jdbc = new JdbcTemplate(proxied);
                        jdbc.execute("CREATE TABLE caller (id BIGINT PRIMARY KEY) ENGINE = InnoDB");
                        Long drawn = new TransactionTemplate(new DataSourceTransactionManager(proxied))
                                .execute(status -> {
                                    jdbc.update("INSERT INTO caller VALUES (1)");
                                    status.setRollbackOnly();
                                    return numbers.nextId();
                                });
                        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM caller", Long.class))
                                .as("what the caller did was rolled back")
                                .isZero();
                        assertThat(numbers.nextId()).isEqualTo(drawn + 1);
                        jdbc.execute("DROP TABLE caller");
                    });
        }
    }

    @Test
    void oneOfSeveralDataSourcesIsNamed() {
        ApplicationContextRunner several = runner.withBean("first", HikariDataSource.class, this::pool)
                .withBean("second", HikariDataSource.class, this::pool);
        several.run(context -> assertThat(context.getStartupFailure())
                .hasStackTraceContaining(ConfigException.class.getName()
                        + ": the application has several data sources, none of which is primary: name one in key"
                        + " \"worker.data-source\""));
        several.withPropertyValues("distid.generators.orders.worker.data-source=second")
                .run(context -> {
                    assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive();
                    assertThat(context.getBean("second", HikariDataSource.class).getHikariPoolMXBean())
                            .isNotNull();
                    assertThat(context.getBean("first", HikariDataSource.class).getHikariPoolMXBean())
                            .isNull();
                });
        several.withPropertyValues("distid.generators.orders.worker.data-source=third")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("the name of a DataSource that the application shares"));
    }

    private final ApplicationContextRunner named = new ApplicationContextRunner().withConfiguration(Line.ALL);

    /** As an application opens what the starter does not configure. */
    private static long numberOfTheNamedDataSource() {
        try (LongIdGenerator numbers = IdGenerators.openLong(
                "mysql-update", Map.of("data-source", "ownPool", "create", "true", "timeout", "60s"))) {
            return numbers.nextId();
        }
    }

    @Test
    void applicationsOwnCodeNamesADataSourceByItsBean() {
        named.withBean("ownPool", HikariDataSource.class, this::pool)
                .run(context -> assertThat(numberOfTheNamedDataSource()).isPositive());
        assertThatThrownBy(ApplicationPoolTest::numberOfTheNamedDataSource)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the name of a DataSource that the application shares");
    }

    @Test
    void nameThatTwoApplicationsHaveIsThatOfTheLast() {
        Database another = MySqlServer.shared().createDatabase();
        named.withBean("ownPool", HikariDataSource.class, this::pool).run(first -> {
            long drawn = numberOfTheNamedDataSource();
            named.withBean("ownPool", HikariDataSource.class, () -> {
                        HikariDataSource pool = pool();
                        pool.setJdbcUrl(another.url());
                        pool.setUsername(another.user());
                        pool.setPassword(another.password());
                        return pool;
                    })
                    .run(second -> assertThat(numberOfTheNamedDataSource())
                            .as("the first of the other database")
                            .isEqualTo(drawn));
            assertThat(numberOfTheNamedDataSource())
                    .as("once the second is closed")
                    .isEqualTo(drawn + 1);
        });
    }
}
