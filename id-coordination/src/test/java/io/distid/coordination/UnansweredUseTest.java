package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.process.CopyDetector;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uses whose answers are lost, of which several can be of one request, and of which copies of the process know. */
class UnansweredUseTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final byte[] REQUEST = {1};

    private final ManualLeaseClock clock = new ManualLeaseClock();
    private final MemoryTokenStore store = new MemoryTokenStore(clock);
    private final IdempotencyTokens tokens = new IdempotencyTokens(
            store,
            clock,
            new TokenNumbers(),
            new TokenSettings(Duration.ofHours(1), LEASE, Duration.ofDays(1), 1_000, false));

    @AfterEach
    void close() {
        tokens.close();
    }

    private static void noAnswer() {
        throw new BackendException("no answer");
    }

    /** Of two uses at once neither is answered; the second is not carried out. */
    private void loseTwoAtOnce(Runnable use) {
        store.beforeAnswer = () -> {
            store.beforeAnswer = UnansweredUseTest::noAnswer;
            assertThatThrownBy(use::run).isInstanceOf(BackendException.class);
            noAnswer();
        };
        assertThatThrownBy(use::run).isInstanceOf(BackendException.class);
        store.beforeAnswer = () -> {};
    }

    /** The same, where the first is not carried out. */
    private void loseTwoInARow(Runnable use) {
        store.beforeRequest = () -> {
            store.beforeRequest = () -> {};
            store.beforeAnswer = UnansweredUseTest::noAnswer;
            assertThatThrownBy(use::run).isInstanceOf(BackendException.class);
            noAnswer();
        };
        assertThatThrownBy(use::run).isInstanceOf(BackendException.class);
        store.beforeAnswer = () -> {};
    }

    private void consumeUnanswered(String token) {
        store.beforeAnswer = UnansweredUseTest::noAnswer;
        assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
        store.beforeAnswer = () -> {};
    }

    @Test
    void exactlyOneRepeatIsAcceptedWhicheverOfTwoUnansweredCallsConsumed() {
        String token = tokens.issue();
        loseTwoAtOnce(() -> tokens.consume(token, REQUEST));
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.ACCEPTED);
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
        String other = tokens.issue();
        loseTwoInARow(() -> tokens.consume(other, REQUEST));
        assertThat(tokens.consume(other, REQUEST)).isEqualTo(Consumption.ACCEPTED);
        assertThat(tokens.consume(other, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    @Test
    void exactlyOneRepeatHasBegunWhicheverOfTwoUnansweredCallsBegan() {
        String token = tokens.issue();
        loseTwoAtOnce(() -> tokens.begin(token, REQUEST));
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenUse.class);
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
        String other = tokens.issue();
        loseTwoInARow(() -> tokens.begin(other, REQUEST));
        assertThat(tokens.begin(other, REQUEST)).isInstanceOf(TokenUse.class);
        assertThat(tokens.begin(other, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
    }

    @Test
    void beginLeavesTheAttemptOfAnUnansweredConsumeToTheNextConsume() {
        String token = tokens.issue();
        consumeUnanswered(token);
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenAnswer.Completed.class);
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.ACCEPTED);
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    @Test
    void consumeLeavesTheAttemptOfAnUnansweredBeginToTheNextBegin() {
        String token = tokens.issue();
        store.beforeAnswer = UnansweredUseTest::noAnswer;
        assertThatThrownBy(() -> tokens.begin(token, REQUEST)).isInstanceOf(BackendException.class);
        store.beforeAnswer = () -> {};
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.IN_PROGRESS);
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenUse.class);
    }

    /** Its link sends the request again after that, as the copy's does, and the store answers both the same. */
    @Test
    void callDuringWhichTheProcessIsCopiedIsAcceptedFromNeitherCopy() {
        String token = tokens.issue();
        store.beforeAnswer = () -> {
            store.beforeAnswer = () -> {};
            CopyDetector.system().restored();
        };
        assertThatThrownBy(() -> tokens.consume(token, REQUEST))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("is consumed, and accepted from nobody: this process may have been copied");
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    /** As in a machine that is resumed from a snapshot, where the monotonic clock goes on as if no time had passed. */
    @Test
    void callDuringWhichTheClocksDriftApartIsAcceptedFromNobody() {
        String token = tokens.issue();
        store.beforeAnswer = () -> clock.dayTime(Duration.ofSeconds(1));
        assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    @Test
    void useDuringWhichTheProcessIsCopiedIsBegunByNeitherCopyAndSaysSo() {
        String token = tokens.issue();
        store.beforeAnswer = () -> {
            store.beforeAnswer = () -> {};
            CopyDetector.system().restored();
        };
        assertThatThrownBy(() -> tokens.begin(token, REQUEST))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("was begun, and by nobody: this process was copied meanwhile")
                .hasMessageContaining("after its lease of 10000 ms");
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
        clock.pass(LEASE);
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenUse.class);
    }

    /** The copy sends the same token with the same attempt, is answered the same, and gives it to its own requester. */
    @Test
    void tokenThatACopyMayHaveBeenIssuedTooIsGivenToNobody() {
        store.beforeAnswer = () -> {
            store.beforeAnswer = () -> {};
            CopyDetector.system().restored();
        };
        assertThat(tokens.issue()).as("token after a copy during the first").isEqualTo("2");
        store.beforeAnswer = () -> {
            store.beforeAnswer = () -> {};
            clock.dayTime(Duration.ofSeconds(1));
        };
        assertThat(tokens.issue(REQUEST))
                .as("token after clocks that drifted apart")
                .isEqualTo("4");
        assertThat(store.calls).containsExactly("issue", "issue", "issue", "issue");
    }

    @Test
    void issueGivesUpWhereTheProcessSeemsToBeCopiedEachTime() {
        store.beforeAnswer = () -> clock.dayTime(Duration.ofSeconds(1));
        assertThatThrownBy(tokens::issue)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining(
                        "no token of memory is issued: this process may have been copied, or a clock was set")
                .hasMessageContaining("8 times in a row");
    }

    @Test
    void callIsNotAcceptedInThePlaceOfOneSinceWhichTheClocksDriftedApart() {
        String resumed = tokens.issue();
        consumeUnanswered(resumed);
        clock.dayTime(Duration.ofSeconds(1));
        assertThat(tokens.consume(resumed, REQUEST)).isEqualTo(Consumption.CONSUMED);
        String restored = tokens.issue();
        consumeUnanswered(restored);
        clock.monotonic(Duration.ofSeconds(1));
        assertThat(tokens.consume(restored, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    @Test
    void callIsAcceptedInThePlaceOfOneBeforeAnHourInWhichAClockWasSlewed() {
        String token = tokens.issue();
        consumeUnanswered(token);
        clock.pass(Duration.ofHours(1));
        clock.dayTime(Duration.ofSeconds(3));
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.ACCEPTED);
    }
}
