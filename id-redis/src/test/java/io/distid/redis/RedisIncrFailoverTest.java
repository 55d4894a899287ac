package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testservers.Ports;
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
    private Path file;

    @BeforeEach
    void startServers(@TempDir Path directory) {
        file = directory.resolve("ids");
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

    private String[] first(String... more) {
        String[] all = new String[more.length + 6];
        System.arraycopy(new String[] {"create", "true", "file", file.toString(), "file-create", "true"}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        return all;
    }

    private void draw(LongIdGenerator ids, int many) {
        for (int i = 0; i < many; i++) {
            assertThat(issued.add(ids.nextId())).isTrue();
        }
    }

    /** The first ids are replicated, the others are not. */
    private void drawAndFailOver() {
        try (LongIdGenerator ids = open(primary, first())) {
            draw(ids, 10);
            replica.awaitLink();
            primary.ask(redis -> redis.waitReplicas(1, 60_000));
            replica.ask(Jedis::replicaofNoOne);
            draw(ids, 10);
        }
        primary.close();
    }

    @Test
    void aClientThatIsStartedAnewOnTheReplicaNoticesByItsFile() {
        drawAndFailOver();
        assertThatThrownBy(() -> open(replica, "file", file.toString()))
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("20 was seen");
        replica.ask(redis -> redis.set("ids", CounterKey.ofString("ids").stored(20)));
        try (LongIdGenerator ids = open(replica, "file", file.toString())) {
            draw(ids, 10);
        }
    }

    @Test
    void withoutAFileItRepeatsWhatTheReplicaHadNotReceived() {
        drawAndFailOver();
        try (LongIdGenerator ids = open(replica)) {
            assertThat(issued).contains(ids.nextId());
        }
    }

    @Test
    void noIdWasIssuedThatTheReplicaHadNotAcknowledged() {
        try (LongIdGenerator ids = open(primary, first("replicas", "1"))) {
            draw(ids, 10);
        }
        replica.ask(Jedis::replicaofNoOne);
        // On a busy machine the primary may be too late, too.
        Eventually.await("an answer of the primary")
                .untilAsserted(() -> assertThatThrownBy(() -> open(primary, "replicas", "1", "timeout", "4s"))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("0 of the 1 replicas"));
        primary.close();
        try (LongIdGenerator ids = open(replica, "file", file.toString())) {
            draw(ids, 10);
        }
    }
}
