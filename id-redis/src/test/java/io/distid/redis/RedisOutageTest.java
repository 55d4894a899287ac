package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.LockOutage;
import io.distid.testkit.SnowflakeOutage;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that go away before each answer in turn of all that is opened, used once, and closed. */
@Order(1)
class RedisOutageTest {
    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    private Map<String, String> config(InetSocketAddress address, String... settings) {
        return ConfigPairs.with(
                RedisFixture.through(address, RedisFixture.config(server.url(), settings)), "pool-size", "1");
    }

    private int outages(StoreOutages.Round round) {
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        return StoreOutages.beforeEachAnswer(address, "no secret", round);
    }

    @ParameterizedTest
    @ValueSource(strings = {"batch=1", "batch=10", "period=month"})
    void counter(String setting) {
        Map<Integer, Long> last = new ConcurrentHashMap<>();
        int answers = outages((address, number) -> {
            Map<String, String> config = config(address, "key", prefix + number, "create", "true");
            config.put(setting.split("=")[0], setting.split("=")[1]);
            try (LongIdGenerator generator = IdGenerators.openLong("redis-incr", config)) {
                for (int i = 0; i < 2; i++) {
                    long id = generator.nextId();
                    assertThat(id).isGreaterThan(last.getOrDefault(number, 0L));
                    last.put(number, id);
                }
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis-set", "redis-set file"})
    void workerIds(String source, @TempDir Path directory) {
        WorkerIdsProvider provider = new RedisSetWorkerIdsProvider();
        int answers = outages((address, number) -> {
            Map<String, String> config = worker(source, directory, address, number);
            WorkerRequest request = new WorkerRequest(
                    "node" + number,
                    7,
                    OptionalInt.empty(),
                    StoreOutages.LEASE,
                    "layout",
                    "node",
                    InstantSource.system());
            try (WorkerIds ids = provider.open(IdConfig.of(provider, config))) {
                ids.firstStart(request);
                WorkerLease lease = ids.acquire(request);
                lease.release(lease.stampedUntil());
            }
            String set = prefix + ":{node" + number + "}";
            Set<String> held = RedisFixture.ask(server, client -> client.hgetAll(set + ":notes")).entrySet().stream()
                    .filter(field -> field.getKey().matches("\\d+")
                            && !field.getValue().split(" ")[3].equals("0"))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            Set<String> members = RedisFixture.ask(server, client -> client.smembers(set));
            assertThat(members).as("members, whose leases end").isEqualTo(held);
        });
        assertThat(answers).isGreaterThanOrEqualTo(4);
    }

    private Map<String, String> worker(String source, Path directory, InetSocketAddress address, int number) {
        Map<String, String> config = config(address, "prefix", prefix, "max-ahead", "1s", "open-timeout", "2s");
        if (source.equals("redis")) {
            config.put("create", "true");
        }
        if (source.endsWith("file")) {
            config.put("file", directory.resolve("worker" + number).toString());
        }
        return config;
    }

    @Test
    void generators(@TempDir Path directory) {
        requireGenerators("redis", directory);
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"redis-set", "redis-set file"})
    void generatorsWithASet(String source, @TempDir Path directory) {
        requireGenerators(source, directory);
    }

    private void requireGenerators(String source, Path directory) {
        int answers = outages(new SnowflakeOutage(
                source.split(" ")[0], (address, number) -> worker(source, directory, address, number)));
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }

    @Test
    void segments() {
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        Set<Long> starts = ConcurrentHashMap.newKeySet();
        int answers = outages((address, number) -> {
            Map<String, String> config = config(address, "prefix", prefix, "create", "true");
            String tag = "tag" + number;
            try (SegmentStore store = provider.open(IdConfig.of(provider, config))) {
                long step = store.step(tag);
                Segment segment = store.claim(tag, step);
                assertThat(starts.add(number * 1_000_000_000L + segment.start()))
                        .isTrue();
                Segment unused = store.claim(tag, step);
                store.giveBack(tag, unused);
                assertThat(store.steps()).containsEntry(tag, step);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(8);
    }

    @Test
    void locks() {
        String lease = StoreOutages.LEASE.toMillis() + "ms";
        int answers = outages(
                new LockOutage("redis", (address, number) -> config(address, "prefix", prefix, "lease", lease)));
        assertThat(answers).isGreaterThanOrEqualTo(4);
    }

    @Test
    void tokens() {
        int answers = outages((address, number) -> {
            try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config(address, "prefix", prefix))) {
                String token = tokens.issue();
                assertThat(tokens.consume(token)).isEqualTo(Consumption.ACCEPTED);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(4);
    }
}
