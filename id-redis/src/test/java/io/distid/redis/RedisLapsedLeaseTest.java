package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Ports;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** A holder that was paused beyond its lease; another one was granted the id meanwhile, and the server has lost that. */
class RedisLapsedLeaseTest {
    private static final Duration RESERVATION = Duration.ofSeconds(1);
    private static final String HASH = "distid:workers:{orders}";

    private static WorkerRequest request(int id) {
        return new WorkerRequest(
                "orders", 1, OptionalInt.of(id), RESERVATION, "layout", "node", InstantSource.system());
    }

    private static void awaitClockAbove(long millis) {
        Eventually.await("the clock").until(() -> System.currentTimeMillis() > millis);
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
            awaitClockAbove(paused.reservedUntil());
            RenewedLease successor = Leases.byHand(others, request(0));
            assertThat(successor.stampedUntil()).isEqualTo(paused.reservedUntil());
            kill(server);
            try (RedisProcess restarted = RedisProcess.server(directory, port)) {
                String record = restarted.ask(redis -> redis.hget(HASH, "0"));
                assertThat(record).as("what the server has kept").startsWith(paused.reservedUntil() + " ");
                if (isFloorMadeByAnotherStart) {
                    others.acquire(request(1)).close();
                }
                assertThat(paused.renew())
                        .as("renewed while the other one may stamp the same ticks")
                        .isFalse();
                assertThat(paused.health().lost()).isFalse();
                assertThat(paused.failure()).hasMessageContaining("may have been granted");
                assertThat(successor.renew()).isFalse();
                assertThat(successor.health().lost()).isTrue();

                assertThat(paused.stampedUntil()).isLessThan(paused.reservedUntil());
                assertThat(paused.renew()).as("renewed from above the floor").isTrue();
                long floor = Long.parseLong(restarted.ask(redis -> redis.hget(HASH, "floor")));
                assertThat(paused.stampedUntil()).isEqualTo(floor).isGreaterThan(successor.reservedUntil());
                awaitClockAbove(paused.reservedUntil());
                assertThat(paused.renew()).as("renewed late by the same server").isTrue();
                assertThat(paused.stampedUntil()).isEqualTo(floor);
                paused.close();
            }
        }
    }
}
