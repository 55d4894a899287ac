package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** A holder that was paused beyond its lease; another one was granted the id meanwhile, and the server has lost that. */
class RedisLapsedLeaseTest {
    private static final Duration RESERVATION = Duration.ofSeconds(1);
    private static final String HASH = "distid:workers:{orders}";

    /** For that id alone: where a pause of the machine ends a lease before it is granted, another id would be taken. */
    private static WorkerRequest request(int id) {
        return new WorkerRequest(
                        "orders", id, OptionalInt.empty(), RESERVATION, "layout", "node", InstantSource.system())
                .withIds(id, id);
    }

    private static void awaitClockAbove(long millis) {
        Eventually.await("the clock").until(() -> System.currentTimeMillis() > millis);
    }

    /** Until the record's id is free, and its bound past. */
    private static void awaitEnd(RedisProcess server) {
        LeaseRecord record = record(server);
        awaitClockAbove(Math.max(record.freeFrom(), record.bound()));
    }

    private static LeaseRecord record(RedisProcess server) {
        return RecordText.record(server.ask(redis -> redis.hget(HASH, "0")), null, HASH);
    }

    private static long floor(RedisProcess server) {
        return RecordText.header(server.ask(redis -> redis.hget(HASH, "header")), HASH)
                .floor();
    }

    private static void kill(RedisProcess server) {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leaseThatHadLapsedGoesOnAboveAllThatItsForgottenSuccessorMayHaveStamped(
            boolean isFloorMadeByAnotherStart, @TempDir Path directory) {
        int port = Ports.free();
        String url = "redis://127.0.0.1:" + port;
        try (RedisProcess server = RedisProcess.server(directory, port);
                WorkerIds ids = RedisFixture.workers("redis", url);
                WorkerIds others = RedisFixture.workers("redis", url)) {
            RenewedLease paused = Leases.byHand(ids, request(0));
            awaitClockAbove(paused.stampedUntil());
            Leases.renewAbove(paused, System.currentTimeMillis());
            server.ask(Jedis::save);
            awaitEnd(server);
            RenewedLease successor = Leases.byHand(others, request(0));
            assertThat(successor.stampedUntil()).isEqualTo(paused.reservedUntil());
            kill(server);
            try (RedisProcess restarted = RedisProcess.server(directory, port)) {
                assertThat(record(restarted).bound())
                        .as("what the server has kept")
                        .isEqualTo(paused.reservedUntil());
                if (isFloorMadeByAnotherStart) {
                    others.acquire(request(1)).close();
                }
                assertThat(paused.renew()).as("renewed from above the floor").isTrue();
                long floor = floor(restarted);
                assertThat(paused.stampedUntil()).isEqualTo(floor).isGreaterThan(successor.reservedUntil());
                // Only now: whoever finds a record below its own bound raises and frees it.
                assertThat(successor.renew()).isFalse();
                assertThat(successor.health().lost()).isTrue();
                awaitClockAbove(paused.reservedUntil());
                assertThat(paused.renew()).as("renewed late by the same server").isTrue();
                assertThat(paused.stampedUntil()).isEqualTo(floor);
                paused.close();
            }
        }
    }

    /** It would be renewed by then, and the repeat find nothing that had run out. */
    @Test
    void holderLearnsOfTheFloorThoughTheAnswerIsLost(@TempDir Path directory) throws IOException {
        int port = Ports.free();
        try (RedisProcess server = RedisProcess.server(directory, port);
                LossyLink link = new LossyLink(new InetSocketAddress("127.0.0.1", port));
                WorkerIds ids = RedisFixture.workers("redis", RedisFixture.url(link), "pool-size", "1");
                WorkerIds others = RedisFixture.workers("redis", "redis://127.0.0.1:" + port)) {
            RenewedLease paused = Leases.byHand(ids, request(0));
            awaitClockAbove(paused.stampedUntil());
            Leases.renewAbove(paused, System.currentTimeMillis());
            server.ask(Jedis::save);
            long bound = paused.reservedUntil();
            awaitEnd(server);
            RenewedLease successor = Leases.byHand(others, request(0));
            kill(server);
            try (RedisProcess restarted = RedisProcess.server(directory, port)) {
                assertThat(record(restarted).bound())
                        .as("what the server has kept")
                        .isEqualTo(bound);
                // The server knows the script then, and the source has a connection.
                restarted.ask(redis -> redis.scriptLoad(RedisRecordStore.WRITE.text()));
                WorkerRequest other = new WorkerRequest(
                        "orders", 1, OptionalInt.of(0), RESERVATION, "other", "node", InstantSource.system());
                assertThatThrownBy(() -> ids.acquire(other)).hasMessageContaining("layout");
                link.dropNextAnswer();
                paused.renew();
                link.dropNoAnswer();
                Leases.renewAbove(paused, bound);
                assertThat(paused.stampedUntil()).isGreaterThan(successor.reservedUntil());
            }
        }
    }
}
