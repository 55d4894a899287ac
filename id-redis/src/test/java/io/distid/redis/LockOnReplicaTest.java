package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Released;
import io.distid.spi.IdConfig;
import io.distid.testservers.process.Ports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that has become a replica, whose data may be old: none of its answers counts, of those that change nothing either. */
class LockOnReplicaTest {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final List<String> TOKENS = List.of("token");
    private static final List<String> OTHERS = List.of("other");

    private static RedisProcess server;
    private static LockStore store;
    private static long freed;

    @BeforeAll
    static void becomeAReplica(@TempDir Path directory) {
        server = RedisProcess.server(directory, Ports.free());
        RedisLockStoreProvider provider = new RedisLockStoreProvider();
        store = provider.open(IdConfig.of(provider, RedisFixture.config("redis://" + server.node())));
        store.take("held", "process", TOKENS, "token", LEASE);
        freed = ((LockStore.Granted) store.take("freed", "process", TOKENS, "token", LEASE)).fence();
        assertThat(store.release("freed", freed, TOKENS)).isEqualTo(Released.FREED);
        // Nobody is there: it keeps what it has, and says that it is a replica.
        server.ask(redis -> redis.replicaof("127.0.0.1", 1));
    }

    @AfterAll
    static void stop() {
        store.close();
        server.close();
    }

    static List<Consumer<LockStore>> requests() {
        return List.of(
                store -> store.take("new", "process", OTHERS, "other", LEASE),
                store -> store.take("held", "process", OTHERS, "other", LEASE),
                store -> store.take("held", "another", OTHERS, "other", LEASE),
                store -> store.extend("held", 1, OTHERS, "other", LEASE),
                store -> store.release("held", 0, OTHERS),
                store -> store.release("held", 0, TOKENS),
                store -> store.release("freed", freed, TOKENS),
                store -> store.release("freed", 1, OTHERS));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void answersNothing(Consumer<LockStore> request) {
        assertThatThrownBy(() -> request.accept(store))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("replica");
    }
}
