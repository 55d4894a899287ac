package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testservers.process.Ports;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failover, and later one back to the first server, which never stopped: it may lack what the second one acknowledged. */
class RedisFailbackTest {
    private static final Duration RESERVATION = Duration.ofMillis(1_500);

    /** For that id alone: where a pause of the machine ends a lease before it is granted, another id would be taken. */
    private static WorkerRequest request(int id) {
        return new WorkerRequest(
                        "orders", id, OptionalInt.empty(), RESERVATION, "layout", "node", InstantSource.system())
                .withIds(id, id);
    }

    private static void follow(RedisProcess replica, RedisProcess master) {
        replica.ask(redis -> redis.replicaof("127.0.0.1", master.port()));
        replica.awaitLink();
    }

    private static WorkerIds open(RedisProcess server) {
        return RedisFixture.workers("redis", "redis://127.0.0.1:" + server.port());
    }

    @Test
    void idsBeginAboveWhatTheOtherServerAcknowledged(@TempDir Path directory) {
        try (RedisProcess one = RedisProcess.server(directory, Ports.free());
                RedisProcess two = RedisProcess.server(directory, Ports.free(), "repl-diskless-sync-delay 0")) {
            try (WorkerIds ids = open(one)) {
                WorkerLease made = ids.acquire(request(0));
                Eventually.await("its first tick").until(() -> System.currentTimeMillis() > made.stampedUntil() + 1);
                made.release(made.stampedUntil() + 1);
            }
            // With a backlog the replication id stays what it is, but for a promotion.
            follow(two, one);
            try (WorkerIds ids = open(one)) {
                // The floor of a run with a replica.
                WorkerLease known = ids.acquire(request(0));
                Eventually.await("its first tick").until(() -> System.currentTimeMillis() > known.stampedUntil() + 1);
                known.release(known.stampedUntil() + 1);
                WorkerLease again = ids.acquire(request(0));
                assertThat(again.stampedUntil()).isEqualTo(known.stampedUntil() + 1);
                again.release(again.stampedUntil());
            }
            Eventually.await("the release on the replica")
                    .until(() -> one.ask(redis -> redis.waitReplicas(1, 1_000)) == 1);
            two.ask(redis -> redis.replicaofNoOne());
            follow(one, two);
            // Back again; what the second server was told since is lost.
            one.ask(redis -> redis.replicaofNoOne());
            try (WorkerIds ids = open(one)) {
                long before = System.currentTimeMillis();
                WorkerLease next = ids.acquire(request(0));
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(before + 1_000 + RESERVATION.toMillis() - 20);
                next.close();
            }
        }
    }
}
