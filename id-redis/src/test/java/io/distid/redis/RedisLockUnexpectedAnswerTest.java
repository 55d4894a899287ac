package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.FreedLocks;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Released;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that no script of locks gives: a lock is not taken for granted, extended or freed by them. */
class RedisLockUnexpectedAnswerTest {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final List<String> TOKENS = List.of("token");
    private static final List<String> MORE = List.of("token", "next");

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    @Test
    void messageAfterASubscriptionIsNotTakenForAnAnswer() {
        String channels = prefix + ":freed:";
        IdConfig config =
                IdConfig.of(new RedisLockStoreProvider(), RedisFixture.config(server.url(), "pool-size", "1"));
        RedisLink link = RedisClients.open(config);
        try (LockStore store = new RedisLockStore(link, prefix, Duration.ofDays(1))) {
            Granted granted = (Granted) store.take("a", "process", TOKENS, "token", LEASE);
            FreedLocks freed = LockMessages.of(link, channels, Duration.ofMinutes(1));
            freed.watch("a", () -> {});
            Eventually.await("a subscription").until(freed::isListening);
            freed.close();
            RedisFixture.ask(server, client -> client.publish(channels + "a", ""));

            assertThat(store.extend("a", granted.fence(), MORE, "next", LEASE)).isTrue();
            assertThat(store.release("a", granted.fence(), MORE)).isEqualTo(Released.FREED);
            String until = RedisFixture.ask(server, client -> client.hget(prefix + ":{a}", "until"));
            assertThat(until).as("when the lease ends").isEqualTo("0");
            assertThat(store.take("a", "process", TOKENS, "token", LEASE)).isInstanceOf(Granted.class);
        }
    }

    /** What a connection gives for the answer, of which the script's own is read and dropped. */
    static List<Object> answers() {
        return List.of(
                List.of(bytes("pmessage"), bytes("a"), bytes("a"), bytes("")),
                List.of(bytes("granted")),
                List.of(bytes("granted"), bytes("0")),
                List.of(bytes("granted"), bytes("many")),
                List.of(bytes("pong"), bytes("")),
                bytes("OK"),
                3L,
                -1L);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void isAnError(Object answer) {
        AtomicReference<Object> planted = new AtomicReference<>();
        IdConfig config = IdConfig.of(new RedisLockStoreProvider(), RedisFixture.config(server.url()));
        RedisLink link = RedisLink.connect(
                new RedisErrors(server.url(), config),
                () -> new ServerConnections(PlantedAnswers.connection(server, planted)),
                Duration.ofMillis(RedisFixture.TIMEOUT_MILLIS),
                1,
                false);
        try (LockStore store = new RedisLockStore(link, prefix, Duration.ofDays(1))) {
            Granted granted = (Granted) store.take("a", "process", TOKENS, "token", LEASE);
            store.extend("a", granted.fence(), TOKENS, "token", LEASE);
            store.release("a", granted.fence(), TOKENS);

            planted.set(answer);
            assertThatThrownBy(() -> store.extend("a", granted.fence(), TOKENS, "token", LEASE))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("extends lock a");
            planted.set(answer);
            assertThatThrownBy(() -> store.release("a", granted.fence(), TOKENS))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("frees lock a");
            planted.set(answer);
            assertThatThrownBy(() -> store.take("a", "process", TOKENS, "token", LEASE))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("takes lock a");
            assertThat(planted).as("what was not planted").hasValue(null);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
