package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.LeaseLostException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenStore;
import io.distid.coordination.TokenUse;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of a token that is begun, and that its owner or a late caller completes or releases. */
abstract class IdempotencyTokensUses extends IdempotencyTokensAnswers {
    /** How many tokens many callers want at once. */
    static final int TOKENS = 5;

    static final int CALLERS = 24;

    @Test
    final void oneOfManyCallersBegins() {
        for (String clientMade : List.of("false", "true")) {
            try (IdempotencyTokens one = openWith("client-made", clientMade);
                    IdempotencyTokens two = openWith("client-made", clientMade)) {
                for (int i = 0; i < TOKENS; i++) {
                    String token = clientMade.equals("true") ? newToken() : one.issue();
                    List<TokenAnswer> answers = ConcurrentRunner.run(
                            CALLERS,
                            Duration.ofMinutes(2),
                            thread -> Eventually.untilAnswered(
                                    () -> (thread % 2 == 0 ? one : two).begin(token, REQUEST, LONG)));
                    assertThat(answers.stream().filter(TokenUse.class::isInstance))
                            .as("uses that began")
                            .hasSize(1);
                    assertThat(answers.stream().filter(TokenAnswer.InProgress.class::isInstance))
                            .as("callers told that one is in progress")
                            .hasSize(CALLERS - 1);
                }
            }
        }
    }

    @Test
    final void begunTokenIsInProgressUntilItIsCompletedAndThenAnswersWithItsResult() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            TokenUse use = begun(one.begin(token, REQUEST, LONG));
            assertThat(use.fence()).as("number").isPositive();
            assertThat(use.remaining()).as("remaining").isPositive().isLessThanOrEqualTo(LONG);
            TokenAnswer other = two.begin(token, REQUEST);
            assertThat(other).isInstanceOf(TokenAnswer.InProgress.class);
            assertThat(((TokenAnswer.InProgress) other).atMost()).isPositive().isLessThanOrEqualTo(LONG);
            assertThat(two.consume(token, REQUEST)).isEqualTo(Consumption.IN_PROGRESS);
            use.complete(bytes("done"));
            requireResult(two.begin(token, REQUEST), bytes("done"));
            requireResult(one.begin(token, REQUEST), bytes("done"));
            assertThat(two.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
            assertThatThrownBy(() -> use.complete(bytes("again"))).isInstanceOf(IllegalStateException.class);
            requireResult(two.begin(token, REQUEST), bytes("done"));
        }
    }

    @Test
    final void workerWhoseDeadlinePassedCannotCompleteOnceAnotherBegan() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            TokenUse late = beginFor(SHORT, one, token);
            TokenUse next = beginAfterDeadline(two, token, REQUEST);
            assertThat(next.fence()).as("number of the next").isGreaterThan(late.fence());
            assertThat(late.remaining()).as("remaining of the late one").isZero();
            assertThatThrownBy(() -> late.complete(bytes("late")))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining(Long.toString(late.fence()));
            next.complete(bytes("next"));
            requireResult(one.begin(token, REQUEST), bytes("next"));
        }
    }

    /**
     * Begins a use. If the machine stands still, a short lease may end before its answer is read; then the use is begun
     * again.
     */
    private static TokenUse beginFor(Duration lease, IdempotencyTokens tokens, String token) {
        return begun(Eventually.untilAnswered(() -> tokens.begin(token, REQUEST, lease)));
    }

    /** The work was done once, and a refusal would lead to a second time. */
    @Test
    final void lateCompletionIsTakenIfNobodyElseBegan() throws Exception {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            TokenUse late = beginFor(SHORT, one, token);
            pass(SHORT);
            late.complete(bytes("late"));
            requireResult(two.begin(token, REQUEST), bytes("late"));
        }
    }

    @Test
    final void repeatedIssueCreatesNoSecondToken() {
        try (TokenStore store = openStore()) {
            String key = key(newToken());
            TokenStore.Use first = new TokenStore.Use(key, TokenStore.NO_REQUEST, "first", false, LONG);
            TokenStore.Use other = new TokenStore.Use(key, TokenStore.NO_REQUEST, "other", false, LONG);
            assertThat(store.issue(first, LONG)).as("issue").isTrue();
            assertThat(store.issue(first, LONG)).as("repeated issue").isTrue();
            assertThat(store.issue(other, LONG)).as("issue by another").isFalse();
        }
    }

    @Test
    final void completionAndReleaseNeedTheNumberAndTheAttempt() {
        try (IdempotencyTokens one = open();
                TokenStore store = openStore()) {
            String token = one.issue();
            TokenStore.Use use = new TokenStore.Use(key(token), TokenStore.NO_REQUEST, "mine", false, LONG);
            TokenStore.Use other = new TokenStore.Use(key(token), TokenStore.NO_REQUEST, "other", false, LONG);
            long fence = ((TokenStore.Begun) store.begin(use, LONG)).fence();
            assertThat(store.complete(use, fence - 1, "completion", null))
                    .as("completion with another number")
                    .isFalse();
            assertThat(store.complete(other, fence, "completion", null))
                    .as("completion by another attempt")
                    .isFalse();
            store.release(use, fence - 1);
            store.release(other, fence);
            assertThat(one.begin(token)).isInstanceOf(TokenAnswer.InProgress.class);
            assertThat(store.complete(use, fence, "completion", null)).isTrue();
        }
    }

    /** A request can be delivered twice, and late the second time; this must not end the use. */
    @Test
    final void beginThatIsRepeatedKeepsItsNumber() {
        try (IdempotencyTokens one = open();
                TokenStore store = openStore()) {
            String token = one.issue();
            TokenStore.Use use = new TokenStore.Use(key(token), TokenStore.NO_REQUEST, "same", false, LONG);
            TokenStore.Answer first = store.begin(use, LONG);
            assertThat(first).isInstanceOf(TokenStore.Begun.class);
            assertThat(store.begin(use, LONG)).as("answer to the repeat").isEqualTo(first);
        }
    }

    /** Two copies of a process have the same attempt and the same number. */
    @Test
    final void secondOfTwoCopiesCannotComplete() {
        try (IdempotencyTokens one = open();
                TokenStore store = openStore()) {
            String token = one.issue();
            TokenStore.Use use = new TokenStore.Use(key(token), TokenStore.NO_REQUEST, "both", false, LONG);
            long fence = ((TokenStore.Begun) store.begin(use, LONG)).fence();
            assertThat(store.complete(use, fence, "first", bytes("first"))).isTrue();
            assertThat(store.complete(use, fence, "first", bytes("first")))
                    .as("repeated completion by the first copy")
                    .isTrue();
            assertThat(store.complete(use, fence, "second", bytes("second")))
                    .as("completion by the second copy")
                    .isFalse();
            requireResult(one.begin(token), bytes("first"));
        }
    }

    @Test
    final void tokenWhoseDeadlinePassedCanBeConsumed() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            TokenUse late = beginFor(SHORT, one, token);
            Eventually.await("the deadline passed").until(() -> {
                Consumption answer = two.consume(token, REQUEST);
                assertThat(answer).isIn(Consumption.ACCEPTED, Consumption.IN_PROGRESS);
                return answer == Consumption.ACCEPTED;
            });
            assertThatThrownBy(() -> late.complete(bytes("late"))).isInstanceOf(LeaseLostException.class);
            assertThat(two.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
        }
    }

    @Test
    final void releasedTokenCanBeBegunAtOnce() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            TokenUse first = begun(one.begin(token, REQUEST, LONG));
            first.release();
            TokenUse next = begun(two.begin(token, REQUEST, LONG));
            assertThat(next.fence()).as("number of the next").isGreaterThan(first.fence());
            assertThatThrownBy(first::complete).isInstanceOf(IllegalStateException.class);
            assertThat(one.begin(token, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
            next.complete();
            requireResult(one.begin(token, REQUEST), null);
        }
    }

    @Test
    final void lateReleaseEndsNoUseOfAnother() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            TokenUse late = beginFor(SHORT, one, token);
            TokenUse next = beginAfterDeadline(two, token, REQUEST);
            late.release();
            assertThat(one.begin(token, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
            next.complete(bytes("next"));
            requireResult(one.begin(token, REQUEST), bytes("next"));
        }
    }

    @Test
    final void resultsOfAnyBytesAreKeptUpToTheLimit() {
        byte[] all = new byte[1_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        try (IdempotencyTokens one = openWith("max-result", "1000", "lease", "10m")) {
            for (byte[] result : List.of(all, new byte[0], new byte[1_000], bytes("null"))) {
                String token = one.issue();
                begun(one.begin(token)).complete(result);
                requireResult(one.begin(token), result);
            }
            String token = one.issue();
            TokenUse use = begun(one.begin(token));
            assertThatThrownBy(() -> use.complete(new byte[1_001]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1001")
                    .hasMessageContaining("max-result")
                    .hasMessageContaining("1000");
            assertThat(one.begin(token)).isInstanceOf(TokenAnswer.InProgress.class);
            use.complete();
            requireResult(one.begin(token), null);
        }
        try (IdempotencyTokens one = openWith("max-result", "1048576")) {
            String token = one.issue();
            byte[] large = new byte[1 << 20];
            large[large.length - 1] = 1;
            begun(one.begin(token)).complete(large);
            requireResult(one.begin(token), large);
        }
    }
}
