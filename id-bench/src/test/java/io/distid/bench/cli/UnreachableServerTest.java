package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ServerUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are down, silent, paused, or refuse the password: a command that needs one ends within seconds, in one line. */
class UnreachableServerTest {
    /** Commands wait for 2 s or less; the rest is for a busy machine. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private static final List<String> COMMANDS = List.of(
            "next redis-incr -Durl=redis://ADDRESS -Dkey=ids",
            "describe redis-incr -Durl=redis://ADDRESS -Dkey=ids",
            "next mysql-auto-increment -Durl=jdbc:mysql://ADDRESS/db -Duser=u",
            "next leaf-segment -Dstore.url=jdbc:mysql://ADDRESS/db -Dstore.user=u -Dtag=orders",
            "next snowflake -Dworker=zookeeper -Dworker.connect=ADDRESS",
            "verify redis-incr -Ddistid.redis.url=redis://ADDRESS",
            "verify leaf-segment -Ddistid.mysql.url=jdbc:mysql://ADDRESS/",
            "verify snowflake -Dworker=zookeeper -Ddistid.zookeeper.connect=ADDRESS");

    static Stream<String> commands() {
        return COMMANDS.stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aClosedPortIsToldSoon(String command) {
        failsSoon(command, "127.0.0.1:1");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aServerThatAcceptsAndNeverAnswersIsToldSoon(String command) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            failsSoon(command, "127.0.0.1:" + silent.getLocalPort());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "next redis-incr -Durl=redis://ADDRESS -Dkey=ids",
                "verify redis-incr -Ddistid.redis.url=redis://ADDRESS"
            })
    void aPausedServerIsToldSoon(String command) {
        try (RedisServer server = redis()) {
            assumeThat(server.canFault()).isTrue();
            server.pause();
            failsSoon(command, server.host() + ":" + server.port());
        }
    }

    @Test
    void aWrongPasswordIsToldSoonAndNotRepeated() {
        try (MySqlServer server = mySql()) {
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
                    address);
            assertThat(verify).contains("refused the log-in: Access denied").doesNotContain("hunter2");
        }
    }

    private static RedisServer redis() {
        try {
            return RedisServer.start();
        } catch (ServerUnavailableException e) {
            assumeThat(false).as(e.getMessage()).isTrue();
            throw e;
        }
    }

    private static MySqlServer mySql() {
        try {
            return MySqlServer.start();
        } catch (ServerUnavailableException e) {
            assumeThat(false).as(e.getMessage()).isTrue();
            throw e;
        }
    }

    private static String failsSoon(String command, String address) {
        List<String> properties = List.of(
                "distid.redis.url",
                "distid.mysql.url",
                "distid.mysql.user",
                "distid.mysql.password",
                "distid.zookeeper.connect");
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
