package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.fault.ProcessPause;
import io.distid.testservers.process.Ports;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Claims that wait for a real replica. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisReplicasTest {
    private RedisProcess primary;
    private RedisProcess replica;

    @BeforeAll
    void startServers(@TempDir Path directory) {
        primary = RedisProcess.server(directory, Ports.free());
        replica = RedisProcess.replica(directory, primary);
    }

    @AfterAll
    void stopServers() {
        replica.close();
        primary.close();
    }

    private Map<String, String> config(String key, String... more) {
        return ConfigPairs.with(
                Map.of(
                        "url",
                        "redis://" + primary.node(),
                        "key",
                        key,
                        "create",
                        "true",
                        "replicas",
                        "1",
                        "timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms"),
                more);
    }

    /** For replicas that do not answer, which are waited for half as long. */
    private Map<String, String> soon(String key, String... more) {
        return ConfigPairs.with(config(key, more), "timeout", "6s");
    }

    @Test
    void outagesOfThePrimaryAreReportedAndRepeatNoId() {
        Map<Integer, Long> last = new ConcurrentHashMap<>();
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", primary.port());
        int answers = StoreOutages.beforeEachAnswer(address, "no secret", (through, number) -> {
            Map<String, String> config = RedisFixture.through(through, soon("outage" + number));
            try (LongIdGenerator generator = IdGenerators.openLong("redis-incr", config)) {
                long id = generator.nextId();
                assertThat(id).isGreaterThan(last.getOrDefault(number, 0L));
                last.put(number, id);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(4);
    }

    @Test
    void anIdIsIssuedOnceTheReplicaHasIt() {
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("issued"))) {
            for (int i = 0; i < 200; i++) {
                String issued = Long.toString(ids.nextId());
                String copied = replica.ask(redis -> redis.hget("issued", Counter.FIELD));
                assertThat(copied).isEqualTo(issued);
            }
            assertThat(ids.traits().notes()).anyMatch(note -> note.contains("1 of the replicas has it"));
        }
    }

    @Test
    void idsThatThePausedReplicaDoesNotAcknowledgeAreAnErrorAndNeverIssued() {
        // A busy machine may be too late for these time-outs while the replica is not paused, too.
        try (LongIdGenerator ids = Eventually.untilAnswered(() -> IdGenerators.openLong("redis-incr", soon("paused")));
                LongIdGenerator days = Eventually.untilAnswered(
                        () -> IdGenerators.openLong("redis-incr", soon("days", "period", "month", "width", "6")));
                SegmentStore segments = Eventually.untilAnswered(this::segments)) {
            long last = Eventually.untilAnswered(ids::nextId);
            long ofMonth = Eventually.untilAnswered(days::nextId);
            long claimed =
                    Eventually.untilAnswered(() -> segments.claim("orders", 10)).start();
            whilePaused(() -> {
                assertThatThrownBy(ids::nextId)
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("\"paused\"")
                        .hasMessageContaining("0 of the 1 replicas")
                        .hasMessageContaining("within 3000 ms");
                String moved = primary.ask(redis -> redis.hget("paused", Counter.FIELD));
                assertThat(moved).isEqualTo(Long.toString(last + 1));
                assertThatThrownBy(days::nextId).hasMessageContaining("0 of the 1 replicas");
                assertThatThrownBy(() -> segments.claim("orders", 10)).hasMessageContaining("0 of the 1 replicas");
            });
            assertThat(Eventually.untilAnswered(ids::nextId)).isGreaterThanOrEqualTo(last + 2);
            assertThat(Eventually.untilAnswered(days::nextId)).isGreaterThanOrEqualTo(ofMonth + 2);
            assertThat(Eventually.untilAnswered(() -> segments.claim("orders", 10))
                            .start())
                    .isGreaterThanOrEqualTo(claimed + 20);
        }
    }

    @Test
    void withoutAReplicaNothingOpens() {
        // On a busy machine the one that is there may be too late.
        Eventually.await("the replica that is there")
                .untilAsserted(() -> assertThatThrownBy(
                                () -> IdGenerators.openLong("redis-incr", soon("alone", "replicas", "2")))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("1 of the 2 replicas"));
    }

    /** As a server does that was restarted. */
    @Test
    void aScriptThatTheServerForgotIsSentAgain() {
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("forgotten"))) {
            long last = ids.nextId();
            primary.ask(Jedis::scriptFlush);
            assertThat(ids.nextId()).isEqualTo(last + 1);
        }
    }

    private SegmentStore segments() {
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        Map<String, String> config =
                Map.of("url", "redis://" + primary.node(), "create", "true", "replicas", "1", "timeout", "6s");
        return provider.open(IdConfig.of(provider, config));
    }

    private void whilePaused(Runnable action) {
        long pid = replica.ask(
                redis -> Long.parseLong(redis.info("server").replaceFirst("(?s).*process_id:(\\d+).*", "$1")));
        ProcessPause.pause(pid);
        try {
            action.run();
        } finally {
            ProcessPause.resume(pid);
        }
        Eventually.await("the replica").until(() -> replica.ask(Jedis::ping).equals("PONG"));
    }
}
