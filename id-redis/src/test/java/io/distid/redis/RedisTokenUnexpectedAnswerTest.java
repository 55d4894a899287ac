package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.TokenStore;
import io.distid.coordination.TokenStore.Begun;
import io.distid.coordination.TokenStore.Use;
import io.distid.spi.IdConfig;
import io.distid.testservers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that no script of tokens gives: a step that may have been carried out is not taken for a refused one, and can be asked for again. */
class RedisTokenUnexpectedAnswerTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final RedisServer server = RedisFixture.server();
    private final AtomicReference<Object> planted = new AtomicReference<>();

    /** What a connection gives for the answer, of which the script's own is read and dropped. */
    static List<Object> answers() {
        return List.of(
                List.of(bytes("begun")),
                List.of(bytes("begun"), bytes("many")),
                List.of(bytes("in_progress")),
                List.of(bytes("accepted")),
                List.of(3L),
                List.of(),
                bytes("OK"),
                3L,
                -1L);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void isAnErrorAndTheRepeatIsAnswered(Object answer) {
        IdConfig config = IdConfig.of(new RedisTokenStoreProvider(), RedisFixture.config(server.url()));
        RedisLink link = RedisLink.connect(
                new RedisErrors(server.url(), config),
                () -> new ServerConnections(PlantedAnswers.connection(server, planted)),
                Duration.ofMillis(RedisFixture.TIMEOUT_MILLIS),
                1,
                false);
        try (TokenStore store = new RedisTokenStore(link, RedisFixture.freshKey())) {
            // The first of each brings the script.
            Use other = use("other");
            store.issue(other, LONG);
            store.begin(other, LONG);
            store.release(other, 1);
            store.complete(other, 1, "c", null);
            store.consume(other);

            Use use = use("a");
            isUnknown(answer, "issues", () -> store.issue(use, LONG));
            assertThat(store.issue(use, LONG)).isTrue();
            isUnknown(answer, "begins with", () -> store.begin(use, LONG));
            long fence = ((Begun) store.begin(use, LONG)).fence();
            isUnknown(answer, "completes", () -> store.complete(use, fence, "c", null));
            assertThat(store.complete(use, fence, "c", null)).isTrue();
            isUnknown(answer, "consumes", () -> store.consume(use));
            isUnknown(answer, "releases", () -> store.release(use, fence));
        }
    }

    private void isUnknown(Object answer, String step, ThrowingCallable call) {
        planted.set(answer);
        assertThatThrownBy(call)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("answered the script that " + step + " token #")
                .hasMessageEndingWith("whether it was carried out is unknown");
        assertThat(planted).as("what was not planted").hasValue(null);
    }

    private static Use use(String attempt) {
        String half = UUID.randomUUID().toString().replace("-", "");
        return new Use(half + half, TokenStore.NO_REQUEST, attempt, false, LONG);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
