package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.bench.subject.ServerKind;
import io.distid.testservers.Database;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.RealServer;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.process.ServerUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that are down, paused, or refuse the password: a command that needs one ends by itself, in one line. */
@Tag("slow")
class UnreachableServerTest {
    /** Commands wait for 2 s or less; the rest is for a machine that stands still meanwhile. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final List<String> COMMANDS = List.of(
            "next redis-incr -Durl=redis://ADDRESS -Dkey=ids",
            "describe redis-incr -Durl=redis://ADDRESS -Dkey=ids",
            "next mysql-auto-increment -Durl=jdbc:mysql://ADDRESS/db -Duser=u",
            "next leaf-segment -Dstore.url=jdbc:mysql://ADDRESS/db -Dstore.user=u -Dtag=orders",
            "describe mysql-auto-increment -Durl=jdbc:mysql://ADDRESS/db -Duser=u",
            "next leaf-segment -Dstore=redis -Dstore.url=redis://ADDRESS -Dtag=orders",
            "next snowflake -Dworker=mysql -Dworker.url=jdbc:mysql://ADDRESS/db -Dworker.user=u",
            "next snowflake -Dworker=redis -Dworker.url=redis://ADDRESS",
            "next snowflake -Dworker=zookeeper -Dworker.connect=ADDRESS",
            "next snowflake -Dworker=zookeeper-leaf -Dworker.connect=ADDRESS -Dworker.address=a -Dworker.port=80",
            "next snowflake -Dworker=etcd -Dworker.endpoints=http://ADDRESS",
            "next leaf-segment -Dstore=etcd -Dstore.endpoints=http://ADDRESS -Dtag=orders",
            "describe snowflake -Dworker=zookeeper -Dworker.connect=ADDRESS",
            "compare --out target/unreachable --profile tiny --strategies redis-incr -Ddistid.redis.url=redis://ADDRESS",
            "compare --out target/unreachable --profile tiny --strategies mysql-update"
                    + " -Ddistid.mysql.url=jdbc:mysql://ADDRESS/",
            "verify redis-incr -Ddistid.redis.url=redis://ADDRESS",
            "verify leaf-segment -Ddistid.mysql.url=jdbc:mysql://ADDRESS/",
            "verify snowflake -Dworker=zookeeper -Ddistid.zookeeper.connect=ADDRESS",
            "verify snowflake -Dworker=etcd -Ddistid.etcd.endpoints=http://ADDRESS");

    static Stream<String> commands() {
        return COMMANDS.stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void closedPortIsReportedSoon(String command) {
        failsSoon(command, "127.0.0.1:1");
    }

    @ParameterizedTest
    @EnumSource(value = ServerKind.class, mode = EnumSource.Mode.EXCLUDE, names = "REDIS_WITH_REPLICA")
    void pausedServerIsReportedSoon(ServerKind kind) {
        try (RealServer server = server(kind)) {
            assumeThat(server.canFault()).isTrue();
            server.pause();
            for (String command : COMMANDS) {
                if (command.contains(
                        kind == ServerKind.MYSQL ? "jdbc:" : kind.name().toLowerCase(Locale.ROOT))) {
                    failsSoon(command, server.host() + ":" + server.port());
                }
            }
        }
    }

    @Test
    void faultsOfARowWhoseServerIsNotThereShowNothingOfItAndFail(@TempDir Path folder) {
        System.setProperty("distid.redis.url", "redis://127.0.0.1:1");
        try {
            CommandRun run = CommandRun.of(
                    "faults",
                    "--profile",
                    "tiny",
                    "--faults",
                    "process-kill",
                    "--subjects",
                    "redis-incr",
                    "--out",
                    folder.toString());

            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
            assertThat(run.lines())
                    .contains("NOTHING WAS SHOWN OF REDIS-INCR", "control textbook snowflake: repeats where it must");
        } finally {
            System.clearProperty("distid.redis.url");
        }
    }

    @Test
    void refusedLogInToRedisIsReportedSoonWithoutThePassword() {
        try (RealServer server = start(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withPassword("s3cr3t")))) {
            String address = server.host() + ":" + server.port();
            for (String command : COMMANDS) {
                if (command.contains("redis://")) {
                    failsSoon(command, address, "NOAUTH");
                    String wrong = command.replace("redis://", "redis://:hunter2@");
                    assertThat(failsSoon(wrong, address, "WRONGPASS")).doesNotContain("hunter2");
                }
            }
        }
    }

    @Test
    void wrongPasswordIsReportedSoonAndNotRepeated() {
        try (MySqlServer server = start(MySqlServer::start)) {
            Database database = server.createDatabase();
            String address = server.host() + ":" + server.port();
            String next = failsSoon(
                    "next mysql-auto-increment -Durl=" + database.url() + " -Duser=" + database.user()
                            + " -Dpassword=hunter2",
                    address);
            assertThat(next).doesNotContain("hunter2");
            String verify = failsSoon(
                    "verify leaf-segment -Ddistid.mysql.url=" + database.url() + " -Ddistid.mysql.user="
                            + database.user() + " -Ddistid.mysql.password=hunter2",
                    address,
                    "refused the log-in: Access denied");
            assertThat(verify).doesNotContain("hunter2");
        }
    }

    /** The first makes nodes that only its log-in may read. */
    @Test
    void refusedLogInToZooKeeperIsReportedSoonWithoutThePassword() {
        try (RealServer server = server(ServerKind.ZOOKEEPER)) {
            String address = server.host() + ":" + server.port();
            String line = "next snowflake -Dworker=zookeeper -Dworker.connect=" + address + " -Dworker.auth=alice:";
            CommandRun first =
                    CommandRun.of((line + "s3cr3t -Dworker.create=true -Dworker.max-ahead=1s -Dreservation=1s"
                                    + " -Dworker.timeout=60s -Dworker.session-timeout=60s -Dmax-wait=1min")
                            .split(" "));
            assertThat(first.exitCode()).as(first.err()).isZero();

            assertThat(failsSoon(line + "hunter2", address, "check the keys worker.auth and worker.acl"))
                    .doesNotContain("hunter2");
        }
    }

    private static RealServer server(ServerKind kind) {
        return start(
                switch (kind) {
                    case MYSQL -> MySqlServer::start;
                    case POSTGRESQL -> PostgreSqlServer::start;
                    case REDIS, REDIS_WITH_REPLICA -> RedisServer::start;
                    case ZOOKEEPER -> ZooKeeperServer::start;
                    case ETCD -> EtcdServer::start;
                });
    }

    private static <S extends RealServer> S start(Supplier<S> server) {
        try {
            return server.get();
        } catch (ServerUnavailableException e) {
            assumeThat(false).as(e.getMessage()).isTrue();
            throw e;
        }
    }

    /** Up to five times: a server that stands still longer than its time-out has not refused anything. */
    private static String failsSoon(String command, String address, String refusal) {
        String error = failsSoon(command, address);
        for (int i = 1; i < 5 && !error.contains(refusal); i++) {
            error = failsSoon(command, address);
        }
        assertThat(error).contains(refusal);
        return error;
    }

    private static String failsSoon(String command, String address) {
        List<String> properties = List.of(
                "distid.redis.url",
                "distid.mysql.url",
                "distid.mysql.user",
                "distid.mysql.password",
                "distid.zookeeper.connect",
                "distid.etcd.endpoints");
        List<String> before =
                properties.stream().map(name -> System.getProperty(name, "")).toList();
        long start = System.nanoTime();
        try {
            CommandRun run = CommandRun.of(command.replace("ADDRESS", address).split(" "));
            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.err().lines()).singleElement().asString().contains(address.substring(address.indexOf(':')));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
            return run.err();
        } finally {
            for (int i = 0; i < before.size(); i++) {
                if (before.get(i).isEmpty()) {
                    System.clearProperty(properties.get(i));
                } else {
                    System.setProperty(properties.get(i), before.get(i));
                }
            }
        }
    }
}
