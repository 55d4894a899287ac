package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.Consumption;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.LockGrant;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenUse;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rights that the README lists are enough. Those of redis-incr are tested with its faults. */
class RedisAclTest {
    private static RedisServer server;

    @BeforeAll
    static void start() {
        RedisOptions options = RedisOptions.MEMORY_ONLY
                .withAppendOnly("always")
                .withUser(
                        "segments",
                        "pw",
                        "~{distid:segments}:* +eval +evalsha +hget +hgetall +hincrby +hset +hsetnx +hkeys +hdel")
                .withUser(
                        "leases",
                        "pw",
                        "~distid:workers* +eval +evalsha +hget +hmget +hset +hlen +hdel +time" + " +config|get +info")
                .withUser(
                        "sets",
                        "pw",
                        "~distid:machines* +eval +evalsha +sadd +srem +sismember +hget +hmget +hset +hlen +hdel +time")
                .withUser(
                        "locks",
                        "pw",
                        "resetchannels &distid:lock:freed:* ~distid:lock* +eval +evalsha +hmget +hset +hdel +time"
                                + " +pexpire +publish +psubscribe +punsubscribe")
                .withUser("tokens", "pw", "~distid:token* +eval +evalsha +hget +hmget +hset +hdel +time +pexpire")
                .withUser("deaf", "pw", "resetchannels ~distid:lock* +eval +evalsha +hmget +hset +hdel +time +pexpire");
        server = ServerAssumptions.orSkip(() -> RedisServer.start(options));
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    private static Map<String, String> config(String user, String... more) {
        return ConfigPairs.with(
                RedisFixture.config("redis://" + server.host() + ":" + server.port(), "user", user, "password", "pw"),
                more);
    }

    private static WorkerRequest request() {
        return new WorkerRequest(
                "orders", 7, OptionalInt.empty(), Duration.ofMillis(100), "layout", "node", InstantSource.system());
    }

    @Test
    void segments() {
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        try (SegmentStore store = provider.open(IdConfig.of(provider, config("segments", "create", "true")))) {
            assertThat(store.step("orders")).isEqualTo(1000);
            Segment segment = store.claim("orders", 10);
            assertThat(store.tags()).containsExactly("orders");
            assertThat(store.steps()).containsExactly(Map.entry("orders", 1000L));
            assertThat(store.giveBack("orders", new Segment(6, segment.end()))).isTrue();
        }
    }

    @Test
    void leases() {
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        Map<String, String> config = config("leases", "create", "true", "durability", "require");
        try (WorkerIds ids = provider.open(IdConfig.of(provider, config))) {
            WorkerLease lease = ids.acquire(request());
            long bound = lease.reservedUntil();
            Eventually.await("a renewal").until(() -> lease.reservedUntil() > bound);
            lease.close();
        }
    }

    @Test
    void sets() {
        RedisSetWorkerIdsProvider provider = new RedisSetWorkerIdsProvider();
        try (WorkerIds ids = provider.open(IdConfig.of(provider, config("sets")))) {
            ids.acquire(request()).close();
            ids.acquire(request()).close();
        }
    }

    @Test
    void tokens() {
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config("tokens"))) {
            assertThat(tokens.consume(tokens.issue())).isEqualTo(Consumption.ACCEPTED);
            String token = tokens.issue();
            ((TokenUse) tokens.begin(token)).release();
            ((TokenUse) tokens.begin(token)).complete(new byte[] {1});
            assertThat(tokens.begin(token)).isInstanceOf(TokenAnswer.Completed.class);
        }
    }

    /** Of the two users, the second may neither say that a lock is free nor be told. */
    @Test
    void locks() throws Exception {
        for (String user : List.of("locks", "deaf")) {
            try (FencedLocks locks = FencedLocks.open("redis", config(user));
                    FencedLocks others = FencedLocks.open("redis", config(user))) {
                LockGrant grant = locks.lock("invoices").lock();
                grant.extend(Duration.ofHours(1));
                CompletableFuture<LockGrant> waiting = CompletableFuture.supplyAsync(() -> {
                    try {
                        return others.lock("invoices").lock();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                // The others have asked by then.
                Eventually.await("the lock is wanted")
                        .until(() -> "1"
                                .equals(RedisFixture.ask(
                                        server, client -> client.hget("distid:lock:{invoices}", "wanted"))));
                grant.unlock();
                waiting.get(1, TimeUnit.MINUTES).unlock();
            }
        }
    }
}
