package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.internal.process.CopyDetector;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uses whose answers are lost, and of which copies of the process know. */
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

    private void consumeUnanswered(String token) {
        store.beforeAnswer = UnansweredUseTest::noAnswer;
        assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
        store.beforeAnswer = () -> {};
    }

    /** Of two uses at once neither is answered. */
    @Test
    void atMostOneRepeatIsAcceptedWhicheverOfTwoUnansweredCallsConsumed() {
        String token = tokens.issue();
        store.beforeAnswer = () -> {
            store.beforeAnswer = UnansweredUseTest::noAnswer;
            assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
            noAnswer();
        };
        assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
        store.beforeAnswer = () -> {};
        List<Consumption> answers =
                Stream.generate(() -> tokens.consume(token, REQUEST)).limit(4).toList();
        assertThat(answers).filteredOn(answer -> answer == Consumption.ACCEPTED).hasSizeLessThanOrEqualTo(1);
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
                .hasMessageContaining("is consumed, but not accepted: this process may have been copied");
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    /** As in a machine that is resumed from a snapshot, where the monotonic clock goes on as if no time had passed. */
    @Test
    void callDuringWhichTheClocksDriftApartIsNotAccepted() {
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
                .hasMessageContaining("was begun, but is not granted: this process was copied meanwhile")
                .hasMessageContaining("after its lease of 10000 ms");
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
        clock.pass(LEASE);
        assertThat(tokens.begin(token, REQUEST)).isInstanceOf(TokenUse.class);
    }

    /** The copy sends the same token with the same attempt, is answered the same, and gives it to its own requester. */
    @Test
    void tokenThatACopyMayHaveBeenIssuedTooIsNotIssued() {
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
