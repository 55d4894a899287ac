package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.Eventually;
import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.args.ClientPauseMode;

/** A switchover as managed services do it: the address leads to the new primary, and the old one lives on as its replica. */
class RedisSwitchoverTest {
    private RedisProcess one;
    private RedisProcess two;
    private LossyLink address;

    @BeforeEach
    void startServers(@TempDir Path directory) {
        one = RedisProcess.server(directory, Ports.free());
        two = RedisProcess.replica(directory, one);
        address = new LossyLink(new InetSocketAddress("127.0.0.1", one.port()));
    }

    @AfterEach
    void stopServers() {
        address.close();
        two.close();
        one.close();
    }

    private void switchOver() {
        one.ask(redis -> redis.clientPause(60_000, ClientPauseMode.WRITE));
        Eventually.await("the replica's data")
                .until(() -> offset(one, "master_repl_offset:") == offset(two, "slave_repl_offset:"));
        two.ask(redis -> redis.replicaofNoOne());
        one.ask(redis -> redis.replicaof("127.0.0.1", two.port()));
        one.ask(redis -> redis.clientUnpause());
        one.awaitLink();
        address.retarget(new InetSocketAddress("127.0.0.1", two.port()));
    }

    private static long offset(RedisProcess server, String name) {
        return server.ask(redis -> redis.info("replication"))
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> Long.parseLong(line.substring(name.length()).strip()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void leasesAreRenewedOnTheNewPrimary() {
        for (String source : new String[] {"redis", "redis-set"}) {
            try (WorkerIds ids = RedisFixture.workers(source, RedisFixture.url(address))) {
                WorkerLease lease = ids.acquire(new WorkerRequest(
                        "orders",
                        7,
                        OptionalInt.empty(),
                        Duration.ofSeconds(1),
                        "layout",
                        "node",
                        InstantSource.system()));
                switchOver();
                long bound = System.currentTimeMillis() + 1_000;
                Eventually.await("renewals on the new primary")
                        .until(() -> lease.reservedUntil() > bound && lease.failure() == null);
                assertThat(lease.health().lost()).isFalse();
                lease.close();
            } finally {
                RedisProcess before = one;
                one = two;
                two = before;
            }
        }
    }

    @Test
    void countersGoOnOnTheNewPrimaryAndNoAnswerOfTheOldOneIsBelieved() {
        try (LongIdGenerator ids = IdGenerators.openLong(
                "redis-incr",
                RedisFixture.config(RedisFixture.url(address), "key", "ids", "create", "true", "pool-size", "2"))) {
            long last = ids.nextId();
            switchOver();
            // An old primary that has not caught up yet holds less than was seen.
            one.ask(redis -> redis.replicaofNoOne());
            one.ask(redis -> redis.hset("ids", Counter.FIELD, "0"));
            one.ask(redis -> redis.replicaof("127.0.0.1", 1));
            long next = Eventually.await("an id from the new primary")
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(ids::nextId, id -> true);
            assertThat(next).isEqualTo(last + 1);
        }
    }
}
