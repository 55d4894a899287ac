package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.testservers.process.Ports;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

class RedisIncrFaultTest {
    private static RedisServer start(RedisOptions options) {
        return ServerAssumptions.orSkip(() -> RedisServer.start(options));
    }

    private static LongIdGenerator open(RedisServer server) {
        return IdGenerators.openLong("redis-incr", RedisFixture.config(server.url(), "key", "ids", "create", "true"));
    }

    @Test
    void killedServerThatSyncsEachWriteLosesNothingAndIdsGoOnByThemselves() throws Exception {
        try (RedisServer server = start(RedisOptions.MEMORY_ONLY.withAppendOnly("always"));
                LongIdGenerator ids = open(server)) {
            assertThat(ids.traits().notes()).anyMatch(note -> note.contains("loses no acknowledged write"));
            fillThePool(ids);
            long last = ids.nextId();
            server.kill();
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("redis://" + server.host() + ":" + server.port());
            server.restart();
            assertThat(ids.nextId()).isEqualTo(last + 1);
        }
    }

    @Test
    void serverThatForgetsItsDataIsRefusedAndSoIsANewGenerator() {
        try (RedisServer server = start(RedisOptions.MEMORY_ONLY);
                LongIdGenerator ids = open(server)) {
            assertThat(ids.traits().notes())
                    .anyMatch(note -> note.contains("no append-only file"))
                    .anyMatch(note -> note.contains("take mysql-update"));
            ids.nextId();
            server.kill();
            server.restart();
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
            assertThatThrownBy(
                            () -> IdGenerators.openLong("redis-incr", RedisFixture.config(server.url(), "key", "ids")))
                    .isInstanceOf(ConfigException.class);
        }
    }

    @Test
    void acknowledgedIncrementsThatACrashLostAreNotIssuedAgain() {
        try (RedisServer server = start(RedisOptions.MEMORY_ONLY);
                LongIdGenerator ids = open(server)) {
            ids.nextIds(new long[100], 0, 100);
            try (Jedis jedis = new Jedis(server.host(), server.port(), RedisFixture.TIMEOUT_MILLIS)) {
                jedis.save();
            }
            ids.nextIds(new long[100], 0, 100);
            server.kill();
            server.restart();
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("holds 100")
                    .hasMessageContaining("200");
            assertThat(RedisFixture.counter(server, "ids"))
                    .as("a counter that is compared before it is moved, since the connection is new")
                    .isEqualTo(100);
        }
    }

    /** The limit is for a call that would wait for ever. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pausedServerIsAnErrorInTimeAndIdsGoOnAfterwards() {
        try (RedisServer server = start(RedisOptions.MEMORY_ONLY)) {
            Map<String, String> config =
                    RedisFixture.config(server.url(), "key", "ids", "create", "true", "timeout", "1s");
            try (LongIdGenerator ids = Eventually.untilAnswered(() -> IdGenerators.openLong("redis-incr", config))) {
                long last = Eventually.untilAnswered(ids::nextId);
                server.pause();
                try {
                    assertThatThrownBy(ids::nextId)
                            .isInstanceOf(BackendException.class)
                            .hasMessageContaining("within 1000 ms");
                } finally {
                    server.resume();
                }
                assertThat(Eventually.untilAnswered(ids::nextId)).isGreaterThan(last);
            }
        }
    }

    /** It says what it was sent. */
    @Test
    void passwordIsNotShownWhereTheServerDoesNotKnowTheLogin(@TempDir Path directory) {
        try (RedisProcess server = RedisProcess.server(directory, Ports.free(), "rename-command AUTH \"\"")) {
            String url = "redis://" + server.node();
            assertThatThrownBy(() -> IdGenerators.open(
                            "redis-incr", RedisFixture.config(url, "create", "true", "password", "s3cr3t")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("does not know the command AUTH")
                    .satisfies(error -> assertThat(stackTrace(error)).doesNotContain("s3cr3t"));
        }
    }

    private static String stackTrace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void wrongPasswordIsSaidAndNotShown() {
        try (RedisServer server = start(RedisOptions.MEMORY_ONLY.withPassword("right-one"))) {
            String url = "redis://" + server.host() + ":" + server.port();
            assertThatThrownBy(() -> IdGenerators.open(
                            "redis-incr", RedisFixture.config(url, "create", "true", "password", "wrong-one")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("WRONGPASS")
                    .hasMessageContaining("password")
                    .hasMessageNotContaining("wrong-one");
            assertThatThrownBy(() -> IdGenerators.open("redis-incr", RedisFixture.config(url, "create", "true")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("NOAUTH");
            String inUrl = "redis://:wrong-two@" + server.host() + ":" + server.port();
            assertThatThrownBy(() -> IdGenerators.open("redis-incr", RedisFixture.config(inUrl, "create", "true")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("WRONGPASS")
                    .hasMessageNotContaining("wrong-two");
            // The password of the key wins over the one in the URL.
            Map<String, String> both = RedisFixture.config(inUrl, "create", "true", "password", "right-one");
            try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", both)) {
                assertThat(ids.nextId()).isEqualTo(1);
            }
        }
    }

    @Test
    void userWithoutTheCommandsOrTheKeyIsSaid() {
        RedisOptions options = RedisOptions.MEMORY_ONLY
                .withUser("reader", "pw", "~* +@read")
                .withUser("stranger", "pw", "~other:* +@all")
                .withUser("least", "pw", "~ids +eval +evalsha +hget +hincrby +hset +hsetnx +hdel +hkeys");
        try (RedisServer server = start(options)) {
            String url = "redis://" + server.host() + ":" + server.port();
            for (String user : new String[] {"reader", "stranger"}) {
                Map<String, String> config =
                        RedisFixture.config(url, "key", "ids", "create", "true", "user", user, "password", "pw");
                assertThatThrownBy(() -> IdGenerators.open("redis-incr", config))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("lacks a permission");
            }
            Map<String, String> least = RedisFixture.config(
                    "redis://least:pw@" + server.host() + ":" + server.port(), "key", "ids", "create", "true");
            try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", least)) {
                assertThat(ids.nextId()).isEqualTo(1);
                assertThat(ids.traits().notes()).anyMatch(note -> note.contains("does not tell this user"));
            }
        }
    }

    @Test
    void requiredDurabilityIsFound() {
        try (RedisServer server = start(RedisOptions.MEMORY_ONLY.withAppendOnly("everysec"))) {
            Map<String, String> config = RedisFixture.config(server.url(), "create", "true", "durability", "require");
            assertThatThrownBy(() -> IdGenerators.open("redis-incr", config))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("appendfsync everysec");
            RedisFixture.ask(server, client -> client.configSet("appendfsync", "always"));
            IdGenerators.open("redis-incr", config).close();
        }
    }

    /** Leaves as many idle connections as the pool holds, all of them dead once the server is. */
    private static void fillThePool(LongIdGenerator ids) throws Exception {
        int threads = 8;
        ExecutorService crew = Executors.newFixedThreadPool(threads);
        CountDownLatch together = new CountDownLatch(threads);
        try {
            for (Future<?> done : IntStream.range(0, threads)
                    .mapToObj(i -> crew.submit(() -> {
                        together.countDown();
                        together.await();
                        for (int n = 0; n < 200; n++) {
                            ids.nextId();
                        }
                        return null;
                    }))
                    .toList()) {
                done.get();
            }
        } finally {
            crew.shutdownNow();
        }
    }
}
