package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testservers.process.Ports;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** A replica takes over that has lost its link to the primary before that one acknowledged its last claims. */
class RedisIncrFailoverTest {
    private final Set<Long> issued = new TreeSet<>();
    private RedisProcess primary;
    private RedisProcess replica;

    @BeforeEach
    void startServers(@TempDir Path directory) {
        primary = RedisProcess.server(directory, Ports.free());
        replica = RedisProcess.replica(directory, primary);
    }

    @AfterEach
    void stopServers() {
        replica.close();
        primary.close();
    }

    private static LongIdGenerator open(RedisProcess server, String... more) {
        return IdGenerators.openLong(
                "redis-incr", ConfigPairs.with(RedisFixture.config("redis://" + server.node(), "key", "ids"), more));
    }

    private void draw(LongIdGenerator ids, int many) {
        for (int i = 0; i < many; i++) {
            assertThat(issued.add(ids.nextId())).isTrue();
        }
    }

    /** What a client has seen it forgets when it ends: the first ids are replicated, the others are not. */
    @Test
    void aClientThatIsStartedAgainRepeatsWhatTheReplicaHadNotReceived() {
        try (LongIdGenerator ids = open(primary, "create", "true")) {
            draw(ids, 10);
            replica.awaitLink();
            primary.ask(redis -> redis.waitReplicas(1, 60_000));
            replica.ask(Jedis::replicaofNoOne);
            draw(ids, 10);
        }
        primary.close();
        try (LongIdGenerator ids = open(replica)) {
            assertThat(issued).contains(ids.nextId());
        }
    }

    @Test
    void noIdWasIssuedThatTheReplicaHadNotAcknowledged() {
        try (LongIdGenerator ids = open(primary, "create", "true", "replicas", "1")) {
            draw(ids, 10);
        }
        replica.ask(Jedis::replicaofNoOne);
        // On a busy machine the primary may be too late, too.
        Eventually.await("an answer of the primary")
                .untilAsserted(() -> assertThatThrownBy(() -> open(primary, "replicas", "1", "timeout", "4s"))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("0 of the 1 replicas"));
        primary.close();
        try (LongIdGenerator ids = open(replica)) {
            draw(ids, 10);
        }
    }
}
