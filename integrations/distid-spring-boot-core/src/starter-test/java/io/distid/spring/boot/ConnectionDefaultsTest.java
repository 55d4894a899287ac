package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.ConfigException;
import io.distid.LongIdGenerator;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.RedisCluster;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisSentinelSet;
import io.distid.testservers.RedisServer;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

/** Generators draw on the application's own database and Redis where they name none. */
class ConnectionDefaultsTest {
    private static final String PASSWORD = "s3cr3t-of-redis";
    private static RedisServer redis;
    private static Database database;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(Line.ALL)
            .withPropertyValues(
                    "distid.generators.orders.strategy=snowflake",
                    "spring.application.name=defaults",
                    "spring.datasource.url=jdbc:mysql://localhost:1/none");

    private static final String[] FAST = {
        "distid.generators.orders.reservation=200ms",
        "distid.generators.orders.worker.timeout=60s",
        // For a renewal, which comes late where the machine stands still.
        "distid.generators.orders.max-wait=1min",
        "distid.generators.orders.worker.create=true",
        "distid.generators.orders.worker.max-ahead=1s"
    };

    @BeforeAll
    static void start() {
        redis = RedisServer.start(RedisOptions.MEMORY_ONLY.withPassword(PASSWORD));
        database = MySqlServer.shared().createDatabase();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static Consumer<LongIdGenerator> isLeased() {
        return generator -> {
            assertThat(generator.nextId()).isPositive();
            assertThat(generator.stats().lease().orElseThrow().remaining()).isPresent();
        };
    }

    @Test
    void workerIdComesFromTheApplicationsDatabase() {
        runner.withPropertyValues(FAST)
                .withPropertyValues(
                        "distid.generators.orders.worker=mysql",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password())
                .run(context ->
                        assertThat(context.getBean(LongIdGenerator.class)).satisfies(isLeased()));
    }

    @Test
    void workerIdComesFromTheDatabaseThatConnectionDetailsTell() {
        Line.withDatabase(runner, database)
                .withPropertyValues(FAST)
                .withPropertyValues("distid.generators.orders.worker=mysql")
                .run(context ->
                        assertThat(context.getBean(LongIdGenerator.class)).satisfies(isLeased()));
    }

    @Test
    void workerIdComesFromTheApplicationsRedis() {
        runner.withPropertyValues(FAST)
                .withPropertyValues(redisOfTheApplication())
                .withPropertyValues("distid.generators.orders.worker=redis")
                .run(context ->
                        assertThat(context.getBean(LongIdGenerator.class)).satisfies(isLeased()));
    }

    @Test
    void workerIdComesFromTheRedisThatConnectionDetailsTell() {
        // Without the password the server refuses, which shows that it was asked.
        Line.withRedis(runner, redis.host(), redis::port)
                .withPropertyValues(
                        "distid.generators.orders.worker=redis", "distid.generators.orders.worker.timeout=60s")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .hasMessageContaining(":" + redis.port())
                        .hasMessageContaining("NOAUTH"));
    }

    @Test
    void addressOfTheGeneratorsOwnWins() {
        runner.withPropertyValues(redisOfTheApplication())
                .withPropertyValues(
                        "distid.generators.orders.worker=redis",
                        "distid.generators.orders.worker.url=redis://localhost:1")
                .run(context -> assertThat(failure(context.getStartupFailure())).hasMessageContaining("localhost:1"));
    }

    @Test
    void addressOfASystemPropertyWins() {
        runner.withPropertyValues(redisOfTheApplication())
                .withPropertyValues("distid.generators.orders.worker=redis")
                .withSystemProperties("distid.snowflake.worker.url=redis://localhost:1")
                .run(context -> assertThat(failure(context.getStartupFailure())).hasMessageContaining("localhost:1"));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:test;PASSWORD=s3cr3t, org.h2.Driver (jdbc:h2:)",
        "jdbc:mariadb://localhost:1/none?password=s3cr3t, org.mariadb.jdbc.Driver (jdbc:mariadb:)"
    })
    void databaseOfAnotherDriverIsRefusedWithWhatIsNeeded(String url, String driver) {
        runner.withPropertyValues("distid.generators.orders.worker=mysql", "spring.datasource.url=" + url)
                .run(
                        context -> assertThat(failure(context.getStartupFailure()))
                                .isInstanceOf(ConfigException.class)
                                .hasMessage(
                                        "generator \"orders\" needs a database by MySQL's driver, and the application's DataSource"
                                                + " \"dataSource\" is of " + driver
                                                + ": add com.mysql:mysql-connector-j, which serves MariaDB, too, and set spring.datasource.url to"
                                                + " jdbc:mysql:..., or name another database in distid.generators.orders.worker.url"
                                                + " (jdbc:mysql:...), or another DataSource in distid.generators.orders.worker.data-source"));
    }

    /** Of which no connection details tell. */
    @Test
    void dataSourceBeanOfAnotherDriverIsRefusedWithWhatIsNeeded() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:another");
            new ApplicationContextRunner()
                    .withConfiguration(Line.ALL)
                    .withBean("pool", DataSource.class, () -> pool)
                    .withPropertyValues(
                            "distid.generators.orders.strategy=snowflake",
                            "distid.generators.orders.namespace=defaults",
                            "distid.generators.orders.worker=mysql")
                    .run(context -> assertThat(failure(context.getStartupFailure()))
                            .isInstanceOf(ConfigException.class)
                            .hasMessageContaining("\"worker.data-source\" is \"pool-")
                            .hasMessageContaining(
                                    "a DataSource of MySQL's driver (com.mysql:mysql-connector-j, which serves"
                                            + " MariaDB, too), not of \"H2 JDBC Driver\""));
        }
    }

    @Test
    void failureShowsNoPassword() {
        runner.withPropertyValues(redisOfTheApplication())
                .withPropertyValues(
                        "distid.generators.orders.worker=redis",
                        "distid.generators.orders.worker.password=wrong-s3cr3t")
                .run(context -> assertThat(failure(context.getStartupFailure()).toString())
                        .doesNotContain("s3cr3t"));
    }

    @Test
    @Tag("slow")
    void workerIdComesFromTheMasterThatTheApplicationsSentinelsName() {
        try (RedisSentinelSet set = RedisSentinelSet.start()) {
            runner.withPropertyValues(FAST)
                    .withPropertyValues(
                            "distid.generators.orders.worker=redis",
                            "spring.data.redis.sentinel.master=" + set.masterName(),
                            "spring.data.redis.sentinel.nodes=" + set.sentinelNodes())
                    .run(context ->
                            assertThat(context.getBean(LongIdGenerator.class)).satisfies(isLeased()));
        }
    }

    @Test
    @Tag("slow")
    void workerIdComesFromTheApplicationsCluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            runner.withPropertyValues(FAST)
                    .withPropertyValues(
                            "distid.generators.orders.worker=redis",
                            "spring.data.redis.cluster.nodes=" + cluster.nodes())
                    .run(context ->
                            assertThat(context.getBean(LongIdGenerator.class)).satisfies(isLeased()));
        }
    }

    @Test
    void tlsOfTheApplicationsRedisIsSpoken() {
        // The server speaks none, which shows that it was tried.
        runner.withPropertyValues(redisOfTheApplication())
                .withPropertyValues("distid.generators.orders.worker=redis", "spring.data.redis.ssl.enabled=true")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .hasMessageContaining("does it speak TLS?")
                        .hasMessageContaining(":" + redis.port()));
    }

    @Test
    void sslBundleWithStoresOfItsOwnIsRefusedWithTheKeysToSet(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("trust.p12");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "s3cr3t".toCharArray());
        }
        runner.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                .withPropertyValues(redisOfTheApplication())
                .withPropertyValues(
                        "distid.generators.orders.worker=redis",
                        "spring.ssl.bundle.jks.shop.truststore.location=" + file.toUri(),
                        "spring.ssl.bundle.jks.shop.truststore.type=PKCS12",
                        "spring.ssl.bundle.jks.shop.truststore.password=s3cr3t",
                        "spring.data.redis.ssl.bundle=shop")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("SSL bundle")
                        .hasMessageContaining("set url, trust-store and key-store")
                        .hasMessageNotContaining("s3cr3t"));
    }

    private String[] redisOfTheApplication() {
        return new String[] {
            "spring.data.redis.host=" + redis.host(),
            "spring.data.redis.port=" + redis.port(),
            "spring.data.redis.password=" + PASSWORD
        };
    }

    private static Throwable failure(Throwable failure) {
        Throwable each = failure;
        while (!(each instanceof io.distid.IdException)) {
            each = each.getCause();
            if (each == null) {
                return NestedExceptionUtils.getMostSpecificCause(failure);
            }
        }
        return each;
    }
}
