package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.spi.IdConfig;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Worker ids and locks that are given one prefix: a namespace and a lock of one name have one hash. */
class RedisSharedPrefixTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    private LockStore locks() {
        RedisLockStoreProvider provider = new RedisLockStoreProvider();
        return provider.open(IdConfig.of(provider, RedisFixture.config(server.url(), "prefix", prefix)));
    }

    private WorkerIds workers() {
        return RedisFixture.workers("redis", server.url(), "prefix", prefix, "create", "true");
    }

    private static WorkerRequest request() {
        return new WorkerRequest(
                        "orders",
                        0,
                        OptionalInt.empty(),
                        Duration.ofMinutes(2),
                        "layout",
                        "test/1",
                        InstantSource.system())
                .withRenewer(lease -> {});
    }

    @Test
    void namespaceIsNotTakenForALockAndGivenATimeToLive() {
        try (WorkerIds workers = workers();
                LockStore locks = locks()) {
            workers.acquire(request()).close();
            assertThatThrownBy(() -> locks.take("orders", "p", List.of("t"), "t", LONG))
                    .isInstanceOf(BackendException.class)
                    .hasMessageEndingWith("hash " + prefix
                            + ":{orders} holds worker ids, and no lock: give each a prefix of its own");
            long left = RedisFixture.ask(server, client -> client.pttl(prefix + ":{orders}"));
            assertThat(left).as("time to live; -1 is for ever").isEqualTo(-1);
        }
    }

    @Test
    void lockIsNotTakenForANamespace() {
        try (WorkerIds workers = workers();
                LockStore locks = locks()) {
            Granted granted = (Granted) locks.take("orders", "p", List.of("t"), "t", LONG);
            assertThatThrownBy(() -> workers.acquire(request()))
                    .isInstanceOf(BackendException.class)
                    .hasMessageEndingWith("hash " + prefix
                            + ":{orders} holds a lock, and no worker ids: give each a prefix of its own");
            assertThat(locks.extend("orders", granted.fence(), List.of("t"), "t", LONG))
                    .isTrue();
        }
    }
}
