package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotentTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
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
        tokens.close();
    }

    private byte[] run(TokenUse use) {
        runs.incrementAndGet();
        return RESULT;
    }

    @Test
    void actionRunsOnceAndItsResultAnswersAllRequests() throws Exception {
        String token = tokens.issue();
        for (int i = 0; i < 3; i++) {
            assertThat(((TokenAnswer.Completed) atOnce.run(token, REQUEST, this::run)).result())
                    .isEqualTo(RESULT);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void tokenThatCannotBeUsedRunsNothing() throws Exception {
        assertThat(atOnce.run("no-such-token", REQUEST, this::run))
                .isEqualTo(new TokenAnswer.Refused(Consumption.UNKNOWN));
        String token = tokens.issue(REQUEST);
        assertThat(atOnce.run(token, new byte[] {2}, this::run))
                .isEqualTo(new TokenAnswer.Refused(Consumption.FOREIGN));
        clock.pass(Duration.ofHours(1));
        assertThat(atOnce.run(token, REQUEST, this::run)).isEqualTo(new TokenAnswer.Refused(Consumption.EXPIRED));
        assertThat(runs).hasValue(0);
    }

    @Test
    void actionThatThrowsLeavesTheTokenFree() throws Exception {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, use -> {
                    throw new IOException("no money");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no money");
        assertThat(((TokenAnswer.Completed) atOnce.run(token, REQUEST, this::run)).result())
                .isEqualTo(RESULT);
    }

    @Test
    void errorOfTheActionIsThrownThoughTheStoreDoesNotAnswer() {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, use -> {
                    store.beforeAnswer = () -> {
                        throw new BackendException("no answer");
                    };
                    throw new IOException("no money");
                }))
                .isInstanceOf(IOException.class)
                .satisfies(error -> assertThat(error.getSuppressed()).hasSize(1));
    }

    /** To release it would have it run again. */
    @Test
    void resultThatIsTooLongIsAnErrorAndTheActionDoesNotRunAgain() throws Exception {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, use -> new byte[11]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 11 bytes: key max-result allows 10");
        assertThat(((TokenAnswer.Completed) atOnce.run(token, REQUEST, this::run)).result())
                .isNull();
        assertThat(runs).hasValue(0);
    }

    @Test
    void resultIsSentAgainWhileTheStoreDoesNotAnswer() throws Exception {
        String token = tokens.issue();
        AtomicInteger lost = new AtomicInteger();
        TokenAnswer answer = atOnce.run(token, REQUEST, use -> {
            store.beforeAnswer = () -> {
                if (lost.incrementAndGet() <= 3) {
                    throw new BackendException("no answer");
                }
            };
            return run(use);
        });
        assertThat(((TokenAnswer.Completed) answer).result()).isEqualTo(RESULT);
        assertThat(Collections.frequency(store.calls, "complete")).isEqualTo(4);
        assertThat(runs).hasValue(1);
    }

    @Test
    void resultThatTheStoreRefusesIsAnErrorAndTheActionDoesNotRunAgain() throws Exception {
        String token = tokens.issue();
        store.longestResult = 0;
        store.beforeRequest = () -> clock.pass(LEASE.dividedBy(2));
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, this::run))
                .isInstanceOf(BackendException.class)
                .hasMessage("the result is refused");
        assertThat(atOnce.run(token, REQUEST, this::run)).isEqualTo(new TokenAnswer.Completed(null));
        assertThat(runs).hasValue(1);
    }

    @Test
    void resultIsSentUntilTheDeadlineAndNoLonger() {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, use -> {
                    store.beforeAnswer = () -> {
                        clock.pass(Duration.ofSeconds(3));
                        throw new BackendException("no answer");
                    };
                    return run(use);
                }))
                .isInstanceOf(BackendException.class);
        assertThat(Collections.frequency(store.calls, "complete"))
                .as("attempts to complete, the last one without the result")
                .isEqualTo(5);
    }

    @Test
    void actionThatOutlastsItsDeadlineLearnsThatAnotherBegan() {
        String token = tokens.issue();
        assertThatThrownBy(() -> atOnce.run(token, REQUEST, use -> {
                    clock.pass(LEASE);
                    assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenUse.class);
                    return run(use);
                }))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void requestWaitsForTheResultOfOneInProgress() throws Exception {
        String token = tokens.issue();
        TokenUse use = (TokenUse) tokens.begin(token, REQUEST);
        CompletableFuture<TokenAnswer> waiting = waiting(token, PATIENCE);
        Eventually.await("it asks again").until(() -> Collections.frequency(store.calls, "begin") > 3);
        use.complete(RESULT);
        assertThat(((TokenAnswer.Completed) waiting.get(1, TimeUnit.MINUTES)).result())
                .isEqualTo(RESULT);
        assertThat(runs).hasValue(0);
    }

    @Test
    void requestThatWaitedLongEnoughLearnsThatOneIsInProgress() throws Exception {
        String token = tokens.issue();
        tokens.begin(token, REQUEST);
        assertThat(waiting(token, Duration.ofMillis(50)).get(1, TimeUnit.MINUTES))
                .isInstanceOf(TokenAnswer.InProgress.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    void interruptEndsTheWait() throws Exception {
        String token = tokens.issue();
        tokens.begin(token, REQUEST);
        CountDownLatch ended = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                new Idempotent(tokens, PATIENCE).run(token, REQUEST, this::run);
            } catch (InterruptedException e) {
                ended.countDown();
            }
        });
        waiter.start();
        waiter.interrupt();
        assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(runs).hasValue(0);
    }

    private CompletableFuture<TokenAnswer> waiting(String token, Duration wait) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new Idempotent(tokens, wait).run(token, REQUEST, this::run);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
