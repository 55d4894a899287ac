package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
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
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisCluster;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Three masters, of which each has a third of the slots and a replica. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisClusterTest {
    private RedisCluster cluster;

    @BeforeAll
    void startCluster() {
        cluster = ServerAssumptions.orSkip(RedisCluster::start);
    }

    @AfterAll
    void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private Map<String, String> config(String... more) {
        return ConfigPairs.with(
                Map.of(
                        "topology",
                        "cluster",
                        "nodes",
                        cluster.nodes(),
                        "create",
                        "true",
                        "timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms"),
                more);
    }

    @Test
    void replicasAreAskedForOnTheNodeThatHasTheKey() {
        for (int i = 0; i < 4; i++) {
            Map<String, String> config = config("key", "replicated-" + i, "replicas", "2", "timeout", "4s");
            // On a machine that stands still the one that is there may be too late for half of the 4 s.
            Eventually.await("the replica that is there")
                    .untilAsserted(() -> assertThatThrownBy(() -> IdGenerators.openLong("redis-incr", config))
                            .hasMessageContaining("1 of the 2 replicas that replicas=2 asks for"));
        }
    }

    @Test
    void tokensAreUsedOnWhicheverNodeHasThem() {
        Map<String, String> config = new HashMap<>(config("prefix", "cluster:token"));
        config.remove("create");
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config)) {
            // Tokens are random: that none of 60 is in the slots of one master happens once in ten billion runs.
            for (int i = 0; i < 60; i++) {
                String token = tokens.issue();
                ((TokenUse) tokens.begin(token)).complete(new byte[] {1});
                assertThat(tokens.consume(token)).isEqualTo(Consumption.CONSUMED);
            }
        }
        for (RedisServer master : masters()) {
            assertThat(RedisFixture.<Set<String>>ask(master, redis -> redis.keys("cluster:token:*")))
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
        for (RedisServer master : masters()) {
            assertThat(RedisFixture.<Set<String>>ask(master, redis -> redis.keys("ids-*")))
                    .isNotEmpty();
        }
    }

    @Test
    void durabilityIsThatOfTheNodeThatHasTheKey() {
        RedisServer durable = cluster.leader("durable");
        RedisFixture.ask(durable, client -> client.configSet("appendfsync", "always"));
        RedisFixture.ask(durable, client -> client.configSet("appendonly", "yes"));
        try {
            for (int i = 0; i < 6; i++) {
                IdGenerators.open("redis-incr", config("key", "durable", "durability", "require"))
                        .close();
            }
        } finally {
            RedisFixture.ask(durable, client -> client.configSet("appendonly", "no"));
        }
    }

    @Test
    void idsGoOnWhenTheMasterOfTheirSlotIsKilled() {
        try (LongIdGenerator ids = Eventually.untilAnswered(
                () -> IdGenerators.openLong("redis-incr", config("key", "killed", "timeout", "2s")))) {
            Eventually.untilCarriedOut(() -> ids.nextIds(new long[100], 0, 100));
            cluster.awaitCaughtUp();
            RedisServer old = cluster.leader("killed");
            old.kill();
            cluster.awaitSuccessor(old);
            long next = Eventually.await("an id of the new master")
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(ids::nextId, id -> true);
            assertThat(next).isGreaterThan(100);
            old.restart();
            cluster.awaitCaughtUp();
        }
    }

    @Test
    void replicasAreAskedForOnTheNewMasterWhenTheOldOneIsKilled() {
        Map<String, String> config = config("key", "acknowledged", "timeout", "2s", "replicas", "1");
        try (LongIdGenerator ids = Eventually.untilAnswered(() -> IdGenerators.openLong("redis-incr", config))) {
            cluster.awaitCaughtUp();
            RedisServer old = cluster.leader("acknowledged");
            old.kill();
            cluster.awaitSuccessor(old);
            // Its only replica is the master now.
            Eventually.await("the new master")
                    .untilAsserted(() -> assertThatThrownBy(ids::nextId)
                            .hasMessageContaining("0 of the 1 replicas that replicas=1"));
            old.restart();
            cluster.awaitCaughtUp();
            assertThat(Eventually.untilAnswered(ids::nextId)).isGreaterThan(1);
        }
    }

    /** Its key has gone over, and the old node names the new one for each single command: for minutes, where its slot has many keys. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void idsGoOnWhileTheSlotOfTheirKeyGoesOverToAnotherNode(String replicas) {
        String key = "moving-" + replicas;
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("key", key, "replicas", replicas))) {
            assertThat(ids.nextId()).isEqualTo(1);
            RedisServer from = cluster.leader(key);
            List<RedisServer> masters = masters();
            RedisServer to = masters.stream()
                    .filter(master -> master != from)
                    .findFirst()
                    .orElseThrow();
            String slot = Integer.toString(JedisClusterCRC16.getSlot(key));
            askCluster(to, "SETSLOT", slot, "IMPORTING", askCluster(from, "MYID"));
            askCluster(from, "SETSLOT", slot, "MIGRATING", askCluster(to, "MYID"));
            RedisFixture.ask(from, client -> client.migrate(to.host(), to.port(), key, RedisFixture.TIMEOUT_MILLIS));
            assertThat(ids.nextId()).isEqualTo(2);
            assertThat(ids.nextId()).isEqualTo(3);
            for (RedisServer master : masters) {
                askCluster(master, "SETSLOT", slot, "NODE", askCluster(to, "MYID"));
            }
            assertThat(ids.nextId()).isEqualTo(4);
        }
    }

    private static String askCluster(RedisServer node, String... words) {
        CommandArguments command = new CommandArguments(Protocol.Command.CLUSTER);
        for (String word : words) {
            command.add(word);
        }
        return RedisFixture.ask(
                node, client -> client.executeCommand(new CommandObject<>(command, BuilderFactory.STRING)));
    }

    /** By keys whose slots are 0, 6,997 and 12,182: in the first, second and last third. */
    private List<RedisServer> masters() {
        return List.of(cluster.leader("{06S}"), cluster.leader("back"), cluster.leader("foo"));
    }

    @Test
    void keyThatWasSetBackIsRefused() {
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("key", "back", "start", "100"))) {
            assertThat(ids.nextId()).isEqualTo(100);
            RedisFixture.setCounter(cluster.leader("back"), "back", 50);
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
