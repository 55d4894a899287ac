package io.distid.redis;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.spi.IdConfig;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

/** A server whose memory is full, and that evicts nothing, as is asked of one for locks: who holds a lock keeps it, and can free it. */
class LockOnFullServerTest {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final List<String> TOKENS = List.of("token");
    private static final List<String> MORE = List.of("token", "next");
    private static final List<String> OTHERS = List.of("other");

    @Test
    void locksAreExtendedAndFreedAndAnsweredFor() {
        try (RedisServer server =
                orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.with("maxmemory-policy noeviction")))) {
            RedisLockStoreProvider provider = new RedisLockStoreProvider();
            try (LockStore store = provider.open(IdConfig.of(provider, RedisFixture.config(server.url())))) {
                Granted granted = (Granted) store.take("a", "process", TOKENS, "token", LEASE);
                fill(server);

                assertThat(store.take("a", "process", OTHERS, "other", LEASE)).isInstanceOf(Held.class);
                assertThat(store.take("a", "another", OTHERS, "other", LEASE)).isInstanceOf(Held.class);
                assertThat(store.extend("a", granted.fence(), MORE, "next", LEASE))
                        .isTrue();
                assertThat(store.release("a", granted.fence(), MORE)).isEqualTo(Released.FREED_AND_WANTED);
                Granted next = (Granted) store.take("a", "another", OTHERS, "other", LEASE);
                assertThat(next.fence()).isGreaterThan(granted.fence());
                assertThat(store.release("a", next.fence(), OTHERS)).isEqualTo(Released.FREED);
                assertThat(store.take("new", "process", TOKENS, "token", LEASE)).isInstanceOf(Granted.class);
            }
        }
    }

    private static void fill(RedisServer server) {
        RedisFixture.ask(server, client -> client.configSet("maxmemory", "1"));
        assertThatThrownBy(() -> RedisFixture.ask(server, client -> client.set("one more", "")))
                .isInstanceOf(JedisDataException.class)
                .hasMessageContaining("OOM");
    }
}
