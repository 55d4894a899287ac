package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Released;
import io.distid.spi.IdConfig;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A request to take a lock that is repeated, and arrives after its repeat was granted the lock. */
class RedisLockLateTakeTest {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final List<String> TOKENS = List.of("token");
    private static final List<String> MORE = List.of("token", "next");

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final AtomicReference<CommandArguments> late = new AtomicReference<>();
    private final Connection connection = new Late(server);
    private final LockStore store = open();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void takesTheLockFromNobodyWhileItIsHeld() {
        Granted granted = take();
        arrive();
        assertThat(store.extend("a", granted.fence(), MORE, "next", LEASE)).isTrue();
        arrive();
        assertThat(store.release("a", granted.fence(), MORE)).isEqualTo(Released.FREED);
    }

    @Test
    void doesNotTakeALockThatWasFreedMeanwhile() {
        Granted granted = take();
        assertThat(store.extend("a", granted.fence(), MORE, "next", LEASE)).isTrue();
        store.release("a", granted.fence(), MORE);
        arrive();
        Granted next = (Granted) store.take("a", "another", List.of("other"), "other", LEASE);
        assertThat(next.fence()).isGreaterThan(granted.fence());
    }

    /** So it is when the caller asks on with the token of an attempt that was not answered. */
    @Test
    void requestThatWasSentAfterwardsIsGrantedTheLockAgain() {
        Granted granted = take();
        Granted again = (Granted) store.take("a", "process", TOKENS, "token", LEASE);
        assertThat(again.fence()).isGreaterThan(granted.fence());
        arrive();
        assertThat(store.release("a", again.fence(), TOKENS)).isEqualTo(Released.FREED);
    }

    /** By the repeat of a request that is on its way still. */
    private Granted take() {
        Granted granted = (Granted) store.take("a", "process", TOKENS, "token", LEASE);
        assertThat(late).doesNotHaveNullValue();
        return granted;
    }

    private void arrive() {
        connection.executeCommand(late.get());
    }

    private LockStore open() {
        IdConfig config = IdConfig.of(new RedisLockStoreProvider(), RedisFixture.config(server.url()));
        RedisLink link = RedisLink.connect(
                new RedisErrors(server.url(), config),
                () -> new ServerConnections(new SameConnection(connection)),
                Duration.ofMillis(RedisFixture.TIMEOUT_MILLIS),
                1,
                false);
        return new RedisLockStore(link, prefix, Duration.ofDays(1));
    }

    /** The first script that is sent on it does not arrive. */
    private final class Late extends Connection {
        Late(RedisServer server) {
            super(new HostAndPort(server.host(), server.port()), RedisFixture.settings(server));
        }

        @Override
        public void sendCommand(CommandArguments command) {
            if (command.getCommand() == Protocol.Command.EVALSHA && late.compareAndSet(null, command)) {
                throw new JedisConnectionException("planted");
            }
            super.sendCommand(command);
        }

        /** Back to the pool. */
        @Override
        public void close() {}
    }
}
