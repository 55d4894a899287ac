package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An action that had its effect does not have it again, however its run ends. */
class IdempotentEffectTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final byte[] REQUEST = {1};
    private static final byte[] RESULT = {7};

    private final ManualLeaseClock clock = new ManualLeaseClock();
    private final MemoryTokenStore store = new MemoryTokenStore(clock);
    private final IdempotencyTokens tokens = new IdempotencyTokens(
            store,
            clock,
            new TokenNumbers(),
            new TokenSettings(Duration.ofHours(1), LEASE, Duration.ofDays(1), 10, false));
    private final Idempotent atOnce = new Idempotent(tokens, Duration.ZERO);
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        boolean left = Thread.interrupted();
        tokens.close();
        assertThat(left).as("an interrupt that a test left").isFalse();
    }

    /** Runs it, and has the next requests to the store fail so. */
    private byte[] runThen(Runnable failure) {
        runs.incrementAndGet();
        store.beforeRequest = failure;
        return RESULT;
    }

    /** As the links of the stores do. */
    private static void interruptedCall() {
        Thread.currentThread().interrupt();
        throw new InterruptedIdException("interrupted while waiting for the store");
    }

    private void assertThatTheNextRequestGetsTheResult(String token) throws InterruptedException {
        store.beforeRequest = () -> {};
        clock.pass(LEASE);
        assertThat(atOnce.run(token, REQUEST, use -> runThen(() -> {})))
                .isInstanceOfSatisfying(
                        TokenAnswer.Completed.class,
                        done -> assertThat(done.result()).isEqualTo(RESULT));
        assertThat(runs).hasValue(1);
    }

    @Test
    void resultIsSentAgainAfterAnInterruptWhileItIsSent() throws Exception {
        String token = tokens.issue();
        AtomicInteger failed = new AtomicInteger();
        atOnce.run(
                token,
                REQUEST,
                use -> runThen(() -> {
                    if (failed.incrementAndGet() <= 2) {
                        interruptedCall();
                    }
                }));
        assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
        assertThat(Collections.frequency(store.calls, "complete")).isEqualTo(3);
        assertThatTheNextRequestGetsTheResult(token);
    }

    @Test
    void resultIsSentAgainAfterAnInterruptBetweenTwoAttempts() throws Exception {
        String token = tokens.issue();
        AtomicInteger failed = new AtomicInteger();
        atOnce.run(
                token,
                REQUEST,
                use -> runThen(() -> {
                    if (failed.incrementAndGet() <= 2) {
                        Thread.currentThread().interrupt();
                        throw new BackendException("no answer");
                    }
                }));
        assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
        assertThatTheNextRequestGetsTheResult(token);
    }

    @Test
    void resultThatIsInterruptedUntilTheDeadlineIsSentNoLonger() {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(
                        token,
                        REQUEST,
                        use -> runThen(() -> {
                            clock.pass(Duration.ofSeconds(3));
                            interruptedCall();
                        })))
                .isInstanceOf(InterruptedIdException.class);
        assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
        assertThat(Collections.frequency(store.calls, "complete")).isEqualTo(4);
    }

    @Test
    @SuppressWarnings("DataFlowIssue")
    void actionThatReturnsNullIsAnErrorAndDoesNotRunAgain() throws Exception {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, use -> {
                    runs.incrementAndGet();
                    return null;
                }))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("returned null: the token is done, without a result");
        clock.pass(LEASE);
        assertThat(((TokenAnswer.Completed) atOnce.run(token, REQUEST, use -> runThen(() -> {}))).result())
                .isNull();
        assertThat(runs).hasValue(1);
    }
}
