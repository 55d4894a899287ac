package io.distid.redis;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testkit.Leases;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

/** A server whose memory is full, and that evicts nothing: whoever holds a worker id keeps it, and others are granted theirs. */
class LeaseOnFullServerTest {
    private static WorkerRequest request(int id) {
        return new WorkerRequest(
                "orders", 7, OptionalInt.of(id), Duration.ofMinutes(10), "layout", "node", InstantSource.system());
    }

    @Test
    void idsAreLeasedRenewedAndReleased() {
        try (RedisServer server =
                        orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.with("maxmemory-policy noeviction")));
                WorkerIds ids = RedisFixture.workers("redis", server.url())) {
            RenewedLease held = Leases.byHand(ids, request(0));
            fill(server);

            assertThat(held.renew()).isTrue();
            RenewedLease other = Leases.byHand(ids, request(1));
            assertThat(other.workerId()).isEqualTo(1);
            long stamp = held.stampedUntil();
            held.release(stamp);
            RenewedLease next = Leases.byHand(ids, request(0));
            assertThat(next.stampedUntil()).isEqualTo(stamp);
            next.close();
            other.close();
        }
    }

    private static void fill(RedisServer server) {
        RedisFixture.ask(server, client -> client.configSet("maxmemory", "1"));
        assertThatThrownBy(() -> RedisFixture.ask(server, client -> client.set("one more", "")))
                .isInstanceOf(JedisDataException.class)
                .hasMessageContaining("OOM");
    }
}
