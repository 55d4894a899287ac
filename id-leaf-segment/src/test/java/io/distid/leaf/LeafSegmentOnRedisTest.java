package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.redis.RedisWorkerIdsProvider;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The strategy on the other backend that has the port. */
class LeafSegmentOnRedisTest {
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(RedisServer::shared);
    }

    /** Before each answer in turn that a generator waits for, from its opening to its close. */
    @Test
    void storeThatGoesAwayIsReportedAsAwayAndNoIdIsRepeated() {
        String prefix = "distid-test:" + UUID.randomUUID();
        Map<Integer, Long> last = new ConcurrentHashMap<>();
        Set<String> errors = ConcurrentHashMap.newKeySet();
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        int answers = StoreOutages.beforeEachAnswer(address, "no secret", (through, number) -> {
            String url = "redis://" + through.getHostString() + ":" + through.getPort();
            Map<String, String> config =
                    config(url, "tag", "tag" + number, "store.prefix", prefix, "store.step", "2", "max-wait", "2500ms");
            try (LongIdGenerator generator = IdGenerators.openLong("leaf-segment", config)) {
                for (int i = 0; i < 5; i++) {
                    long id = generator.nextId();
                    assertThat(id).isGreaterThan(last.getOrDefault(number, 0L));
                    last.put(number, id);
                }
            } catch (BackendException e) {
                errors.add(e.getMessage());
                throw e;
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(6);
        assertThat(errors).anyMatch(error -> error.contains("came within max-wait = 2500 ms: "));
    }

    @Test
    void notesAndLogSayWhatACrashOfTheServerCanLose() {
        Map<String, String> config = config(server.url(), "tag", "orders", "store.timeout", "60s", "max-wait", "2min");
        try (CapturedLog log = new CapturedLog(RedisWorkerIdsProvider.class);
                IdGenerator ids = IdGenerators.open("leaf-segment", config)) {
            assertThat(ids.traits().notes())
                    .filteredOn(note -> note.startsWith("Redis "))
                    .singleElement()
                    // Other classes open stores of their own servers meanwhile.
                    .satisfies(note -> assertThat(log.lines())
                            .filteredOn(line -> line.equals("WARNING segments from " + server.url() + ": " + note))
                            .hasSize(note.contains("loses no acknowledged write") ? 0 : 1));
        }
    }

    private static Map<String, String> config(String url, String... settings) {
        return ConfigPairs.with(Map.of("store", "redis", "store.url", url, "store.create", "true"), settings);
    }
}
