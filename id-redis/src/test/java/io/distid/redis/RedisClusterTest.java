package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenUse;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Patience;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;

/** Two nodes with half of the slots each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisClusterTest {
    private RedisProcess low;
    private RedisProcess high;

    @BeforeAll
    void startCluster(@TempDir Path directory) throws Exception {
        int lowPort = RedisProcess.freePort();
        int highPort = RedisProcess.freePort();
        low = node(directory, lowPort, lowPort, highPort);
        high = node(directory, highPort, lowPort, highPort);
        Patience.await("the cluster")
                .until(() -> low.ask(Jedis::clusterInfo).contains("cluster_state:ok")
                        && high.ask(Jedis::clusterInfo).contains("cluster_state:ok"));
    }

    @AfterAll
    void stopCluster() {
        if (low != null) {
            low.close();
        }
        if (high != null) {
            high.close();
        }
    }

    /** A node that has been told of the other by the file that it would have written itself. */
    private static RedisProcess node(Path directory, int port, int lowPort, int highPort) throws Exception {
        String nodes = line("a", lowPort, port == lowPort, "0-8191")
                + line("b", highPort, port == highPort, "8192-16383") + "vars currentEpoch 2 lastVoteEpoch 0\n";
        Path file = Files.writeString(directory.resolve("nodes-" + port + ".conf"), nodes);
        return RedisProcess.server(
                directory,
                port,
                "cluster-enabled yes",
                "cluster-config-file " + file,
                // A node that stands still is not taken for dead.
                "cluster-node-timeout 3600000");
    }

    private static String line(String id, int port, boolean myself, String slots) {
        return id.repeat(40) + " 127.0.0.1:" + port + "@" + (port + 10_000) + (myself ? " myself,master" : " master")
                + " - 0 0 " + (id.equals("a") ? 1 : 2) + " connected " + slots + "\n";
    }

    private Map<String, String> config(String... more) {
        return ConfigPairs.with(
                Map.of(
                        "topology",
                        "cluster",
                        "nodes",
                        low.node() + ", " + high.node(),
                        "create",
                        "true",
                        "timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms"),
                more);
    }

    @Test
    void replicasAreAskedForOnTheNodeThatHasTheKey() {
        for (int i = 0; i < 4; i++) {
            Map<String, String> config = config("key", "replicated-" + i, "replicas", "1", "timeout", "4s");
            assertThatThrownBy(() -> IdGenerators.openLong("redis-incr", config))
                    .hasMessageContaining("0 of the 1 replicas that replicas=1 asks for");
        }
    }

    @Test
    void tokensAreUsedOnWhicheverNodeHasThem() {
        Map<String, String> config = new HashMap<>(config("prefix", "cluster:token"));
        config.remove("create");
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config)) {
            for (int i = 0; i < 20; i++) {
                String token = tokens.issue();
                ((TokenUse) tokens.begin(token)).complete(new byte[] {1});
                assertThat(tokens.consume(token)).isEqualTo(Consumption.CONSUMED);
            }
        }
        for (RedisProcess node : List.of(low, high)) {
            assertThat(node.<Set<String>>ask(jedis -> jedis.keys("cluster:token:*")))
                    .isNotEmpty();
        }
    }

    @Test
    void idsComeFromWhicheverNodeHoldsTheKey() {
        for (int i = 0; i < 10; i++) {
            try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("key", "ids-" + i))) {
                assertThat(ids.nextId()).isEqualTo(1);
                assertThat(ids.traits().notes()).anyMatch(note -> note.contains("failover"));
            }
        }
        long onLow = low.ask(Jedis::dbSize);
        long onHigh = high.ask(Jedis::dbSize);
        assertThat(onLow).isPositive();
        assertThat(onHigh).isPositive();
    }

    @Test
    void keyThatWasSetBackIsRefused() {
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("key", "back", "start", "100"));
                RedisClusterClient client = RedisClusterClient.create(new HostAndPort("127.0.0.1", low.port()))) {
            assertThat(ids.nextId()).isEqualTo(100);
            client.set("back", "50");
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void segmentsAndTheirStepsShareASlot() {
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        for (int i = 0; i < 5; i++) {
            try (SegmentStore store = provider.open(IdConfig.of(provider, config("prefix", "segments-" + i)))) {
                assertThat(store.step("orders")).isEqualTo(1000);
                assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
                assertThat(store.tags()).containsExactly("orders");
            }
        }
    }

    @Test
    void leasesAndMachineIdsOfANamespaceShareASlot() {
        RedisWorkerIdsProvider leases = new RedisWorkerIdsProvider();
        RedisSetWorkerIdsProvider machines = new RedisSetWorkerIdsProvider();
        for (int i = 0; i < 5; i++) {
            WorkerRequest request = new WorkerRequest(
                    "namespace-" + i,
                    0,
                    OptionalInt.empty(),
                    Duration.ofSeconds(3),
                    "layout",
                    "node",
                    InstantSource.system());
            try (WorkerIds ids = leases.open(IdConfig.of(leases, config()))) {
                ids.acquire(request).close();
                ids.acquire(request).close();
            }
            Map<String, String> config = config();
            config.remove("create");
            try (WorkerIds ids = machines.open(IdConfig.of(machines, config))) {
                ids.acquire(request).close();
                ids.acquire(request).close();
            }
        }
    }
}
