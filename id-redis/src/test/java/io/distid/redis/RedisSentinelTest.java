package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.testkit.Patience;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master, a replica and a sentinel that replaces the one by the other. */
class RedisSentinelTest {
    private RedisProcess master;
    private RedisProcess replica;
    private RedisProcess sentinel;

    @BeforeEach
    void startServers(@TempDir Path directory) {
        master = RedisProcess.server(directory, RedisProcess.freePort());
        replica = RedisProcess.replica(directory, master);
        sentinel = RedisProcess.sentinel(
                directory,
                RedisProcess.freePort(),
                "sentinel monitor ids 127.0.0.1 " + master.port() + " 1",
                // A master that stands still is not taken for dead before the test ends it.
                "sentinel down-after-milliseconds ids 3600000",
                "sentinel failover-timeout ids 3000");
        Patience.await("the sentinel to know the replica")
                .until(() ->
                        sentinel.ask(redis -> redis.sentinelReplicas("ids")).size() == 1);
    }

    @AfterEach
    void stopServers() {
        sentinel.close();
        replica.close();
        master.close();
    }

    private LongIdGenerator open() {
        return IdGenerators.openLong(
                "redis-incr",
                Map.of(
                        "topology",
                        "sentinel",
                        "master",
                        "ids",
                        "nodes",
                        sentinel.node(),
                        "key",
                        "ids",
                        "create",
                        "true",
                        "timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms"));
    }

    @Test
    void idsGoOnByThemselvesAfterAFailover() {
        try (LongIdGenerator ids = open()) {
            ids.nextIds(new long[100], 0, 100);
            awaitReplica("100");
            endMaster();
            long next = Patience.await("ids from the new master")
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(ids::nextId, id -> true);
            assertThat(next).isGreaterThan(100);
            assertThat(onReplica()).isEqualTo(Long.toString(next));
        }
    }

    @Test
    void failoverThatLostIncrementsIsRefused() {
        try (LongIdGenerator ids = open()) {
            ids.nextIds(new long[100], 0, 100);
            awaitReplica("100");
            // What a master acknowledges before it dies, and has not yet sent.
            replica.ask(redis -> redis.configSet("replica-read-only", "no"));
            replica.ask(redis -> redis.set("ids", "60"));
            endMaster();
            Patience.await("the new master")
                    .untilAsserted(() -> assertThatThrownBy(ids::nextId)
                            .isInstanceOf(StoreRegressedException.class)
                            .hasMessageContaining("holds 60")
                            .hasMessageContaining("100"));
            assertThat(onReplica()).isEqualTo("60");
        }
    }

    @Test
    void unknownMasterIsSaid() {
        assertThatThrownBy(() -> IdGenerators.open(
                        "redis-incr",
                        Map.of("topology", "sentinel", "master", "other", "nodes", sentinel.node(), "create", "true")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("other")
                .hasMessageContaining(sentinel.node());
    }

    private void endMaster() {
        master.close();
        sentinel.ask(redis -> redis.sentinelSet("ids", Map.of("down-after-milliseconds", "500")));
    }

    private void awaitReplica(String value) {
        Patience.await("the replica to follow").until(() -> value.equals(onReplica()));
    }

    private String onReplica() {
        return replica.ask(redis -> redis.get("ids"));
    }
}
