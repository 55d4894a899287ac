package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisServer;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A leased worker id that a node prefers, as {@code snowflake} takes it by name. */
class RedisPreferTest {
    private final RedisServer server = ServerAssumptions.orSkip(RedisServer::shared);
    private final String namespace = "prefer-" + UUID.randomUUID();

    @Test
    void nodeGetsTheIdItPrefersAndTheNextNodeAFreeOne() {
        try (LongIdGenerator first = open("prefer", "hostname", "prefer.host", "orders-7");
                LongIdGenerator second = open("prefer", "fixed", "prefer.id", "7")) {
            assertThat(worker(first)).isEqualTo(7);
            assertThat(worker(second)).isNotEqualTo(7);
        }
    }

    private LongIdGenerator open(String... settings) {
        Map<String, String> config = ConfigPairs.with(
                Map.of(
                        "worker",
                        "redis",
                        "worker.url",
                        server.url(),
                        "worker.create",
                        "true",
                        "worker.timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms",
                        "worker.max-ahead",
                        "1s",
                        // No lease ends though the machine stands still, and by the lead no start waits for that.
                        "reservation",
                        "30s",
                        "max-lead",
                        "30s",
                        "namespace",
                        namespace),
                settings);
        return IdGenerators.openLong("snowflake", config);
    }

    private static long worker(LongIdGenerator ids) {
        assertThat(ids.nextId()).isPositive();
        return ids.stats().lease().orElseThrow().workerId();
    }
}
