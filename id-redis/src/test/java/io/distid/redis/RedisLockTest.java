package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.FencedLock;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.coordination.LockStore;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is Redis's own of its locks. */
class RedisLockTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    private Map<String, String> config(String... more) {
        Map<String, String> config = new HashMap<>(RedisFixture.config(server.url(), more));
        config.put("prefix", prefix);
        return config;
    }

    @Test
    void waitersAreNotifiedThatALockIsFree() {
        RedisLockStoreProvider provider = new RedisLockStoreProvider();
        try (LockStore store = provider.open(IdConfig.of(provider, config()))) {
            Semaphore notified = new Semaphore(0);
            try (LockStore.Watch watch = store.watch("a", notified::release)) {
                assertThat(watch).isNotNull();
                // It calls once it listens.
                Eventually.await("a subscription").until(() -> notified.availablePermits() >= 1);
                notified.drainPermits();
                LockStore.Granted granted =
                        (LockStore.Granted) store.take("a", "process", List.of("token"), "token", LONG);
                assertThat(notified.availablePermits())
                        .as("calls while it is held")
                        .isZero();
                store.release("a", granted.fence(), List.of("token"));
                Eventually.await("a call").until(() -> notified.availablePermits() >= 1);
            }
        }
    }

    @Test
    void oneConnectionIsEnoughThoughSomebodyWaits() throws Exception {
        try (FencedLocks one = FencedLocks.open("redis", config("pool-size", "1"))) {
            LockGrant grant = one.lock("a").lock(LONG);
            try (FencedLocks other = FencedLocks.open("redis", config("pool-size", "1"))) {
                FencedLock lock = other.lock("a");
                CompletableFuture<LockGrant> waiting = CompletableFuture.supplyAsync(() -> {
                    try {
                        return lock.lock(LONG);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                Eventually.await("it is asked for")
                        .until(() ->
                                "1".equals(RedisFixture.ask(server, client -> client.hget(prefix + ":{a}", "wanted"))));
                other.lock("b").lock(LONG).unlock();
                grant.unlock();
                waiting.get(2, TimeUnit.MINUTES).unlock();
            }
        }
    }

    /** As it is when the server's clock was an hour ahead at the grant: the holder counts its lease by its own. */
    @Test
    void leaseOfAClockThatWasSetBackIsCutToItsLength() throws Exception {
        try (FencedLocks one = FencedLocks.open("redis", config());
                FencedLocks other = FencedLocks.open("redis", config())) {
            LockGrant grant = one.lock("a").lock(LONG);
            String ahead = Long.toString(
                    System.currentTimeMillis() + Duration.ofDays(300).toMillis());
            long fence = grant.fence() + Duration.ofDays(300).toMillis() * 1000;
            RedisFixture.ask(
                    server,
                    client -> client.hset(
                            prefix + ":{a}", Map.of("until", ahead, "lease", "500", "fence", Long.toString(fence))));
            assertThat(other.lock("a").tryLock())
                    .as("a grant before the lease is over")
                    .isEmpty();
            LockGrant next =
                    other.lock("a").tryLock(Duration.ofMinutes(2), LONG).orElseThrow();
            assertThat(next.fence()).as("number, though the clock was set back").isEqualTo(fence + 1);
            next.unlock();
        }
    }

    /** As a server's clock leaves it that was centuries ahead: Lua has no number between this one and the next but one. */
    @Test
    void numberThatCannotGrowIsNotGrantedAgain() {
        RedisFixture.ask(
                server,
                client -> client.hset(
                        prefix + ":{a}",
                        Map.of("fence", "9007199254740992", "token", "before", "until", "0", "lease", "1000")));
        RedisLockStoreProvider provider = new RedisLockStoreProvider();
        try (LockStore store = provider.open(IdConfig.of(provider, config()))) {
            assertThatThrownBy(() -> store.take("a", "process", List.of("token"), "token", LONG))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("has number 9007199254740992, which can grow no more");
        }
    }

    @Test
    void recordsOfLocksThatNobodyUsesExpire() throws Exception {
        try (FencedLocks one = FencedLocks.open("redis", config("keep", "1m"))) {
            one.lock("a").lock(LONG).unlock();
            long millis = RedisFixture.ask(server, client -> client.pttl(prefix + ":{a}"));
            assertThat(Duration.ofMillis(millis)).isBetween(LONG.minusMinutes(30), LONG.plusMinutes(1));
        }
    }
}
