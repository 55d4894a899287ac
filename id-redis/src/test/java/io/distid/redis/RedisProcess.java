package io.distid.redis;

import io.distid.testkit.Eventually;
import io.distid.testservers.RedisBinary;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One Redis process of a topology that id-testservers does not have: a replica that is promoted by hand, one that speaks TLS.
 *
 * <p>It ends when this JVM does, however that ends: its parent is a shell that waits for the end of a pipe.
 */
final class RedisProcess implements AutoCloseable {
    private static final String GUARD = "\"$@\" >/dev/null 2>&1 & cat >/dev/null; kill -9 $!; wait";

    private final Process guard;
    private final int port;

    private RedisProcess(Process guard, int port) {
        this.guard = guard;
        this.port = port;
    }

    static RedisProcess server(Path parent, int port, String... directives) {
        RedisProcess process = start(parent, port, directives);
        process.await();
        return process;
    }

    /** A replica that has all of its master's data. */
    static RedisProcess replica(Path parent, RedisProcess master) {
        RedisProcess replica =
                server(parent, Ports.free(), "replicaof 127.0.0.1 " + master.port, "repl-diskless-sync-delay 0");
        replica.awaitLink();
        return replica;
    }

    private static RedisProcess start(Path parent, int port, String... directives) {
        Assumptions.assumeFalse(
                System.getProperty("os.name").startsWith("Windows"), "Redis on Windows is 5.0, without TLS");
        try {
            Path directory = Files.createDirectories(parent.resolve("redis-" + port));
            Path binary = RedisBinary.unpack(directory);
            List<String> lines =
                    new ArrayList<>(List.of("bind 127.0.0.1", "port " + port, "dir " + directory, "save \"\""));
            lines.addAll(List.of(directives));
            Path config = Files.write(directory.resolve("redis.conf"), lines);
            List<String> command = List.of("/bin/sh", "-c", GUARD, "guard", binary.toString(), config.toString());
            return new RedisProcess(new ProcessBuilder(command).start(), port);
        } catch (IOException | ServerUnavailableException e) {
            return Assumptions.abort("no Redis binary for this platform: " + e);
        }
    }

    int port() {
        return port;
    }

    String node() {
        return "127.0.0.1:" + port;
    }

    <T> T ask(Function<Jedis, T> question) {
        try (Jedis jedis = new Jedis("127.0.0.1", port, RedisFixture.TIMEOUT_MILLIS)) {
            return question.apply(jedis);
        }
    }

    /** Waits until this replica is connected to its master. */
    void awaitLink() {
        Eventually.await("the replica on port " + port)
                .until(() -> ask(redis -> redis.info("replication")).contains("master_link_status:up"));
    }

    private void await() {
        Eventually.await("Redis on port " + port)
                .ignoreExceptionsInstanceOf(JedisException.class)
                .until(() -> ask(Jedis::ping).equals("PONG"));
    }

    @Override
    public void close() {
        try {
            guard.getOutputStream().close();
            guard.waitFor(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
