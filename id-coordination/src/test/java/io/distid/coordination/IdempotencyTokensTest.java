package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What of tokens is the same on all stores. */
class IdempotencyTokensTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final byte[] REQUEST = {1};
    private static final byte[] OTHER_REQUEST = {2};

    private final ManualLeaseClock clock = new ManualLeaseClock();
    private final MemoryTokenStore store = new MemoryTokenStore(clock);
    private final TokenNumbers ids = new TokenNumbers();
    private final IdempotencyTokens tokens = new IdempotencyTokens(
            store, clock, ids, new TokenSettings(Duration.ofHours(1), LEASE, Duration.ofDays(1), 1_000, false));

    @AfterEach
    void close() {
        tokens.close();
    }

    /** The next answers so many times get lost after the store has carried the request out. */
    private void loseAnswers(int count) {
        AtomicInteger left = new AtomicInteger(count);
        store.beforeAnswer = () -> {
            if (left.getAndDecrement() > 0) {
                throw new BackendException("no answer");
            }
        };
    }

    @Test
    void callThatWasNotAnsweredIsAcceptedWhenItIsRepeatedAndNoOther() {
        String token = tokens.issue();
        loseAnswers(2);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
        }
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.ACCEPTED);
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.CONSUMED);
    }

    @Test
    void callOfAnotherRequestDoesNotTakeThePlaceOfOneThatWasNotAnswered() {
        String token = tokens.issue();
        loseAnswers(1);
        assertThatThrownBy(() -> tokens.consume(token, REQUEST)).isInstanceOf(BackendException.class);
        assertThat(tokens.consume(token, OTHER_REQUEST)).isEqualTo(Consumption.FOREIGN);
        assertThat(tokens.consume(token, REQUEST)).isEqualTo(Consumption.ACCEPTED);
    }

    @Test
    void useThatBeganWithoutAnAnswerHasBegunWhenItIsAskedForAgain() {
        String token = tokens.issue();
        loseAnswers(1);
        assertThatThrownBy(() -> tokens.begin(token, REQUEST)).isInstanceOf(BackendException.class);
        clock.pass(Duration.ofSeconds(6));
        TokenUse use = (TokenUse) tokens.begin(token, REQUEST);
        clock.pass(Duration.ofSeconds(6));
        assertThat(tokens.begin(token, REQUEST))
                .as("another use before the deadline of the second call")
                .isInstanceOf(TokenAnswer.InProgress.class);
        use.complete(new byte[] {7});
        assertThat(((TokenAnswer.Completed) tokens.begin(token, REQUEST)).result())
                .containsExactly(7);
    }

    /** Both copies would be accepted. */
    @Test
    void copyOfTheProcessIsNotAcceptedInThePlaceOfACallBefore() {
        String token = tokens.issue();
        loseAnswers(1);
        assertThatThrownBy(() -> tokens.consume(token)).isInstanceOf(BackendException.class);
        CopyDetector.system().restored();
        assertThat(tokens.consume(token)).isEqualTo(Consumption.CONSUMED);
    }

    /** Both copies would complete it with one number. */
    @Test
    void copyOfTheProcessCannotCompleteAUseThatBeganBefore() {
        TokenUse use = (TokenUse) tokens.begin(tokens.issue());
        CopyDetector.system().restored();
        assertThat(use.remaining()).isZero();
        assertThatThrownBy(use::complete)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("may have been copied");
        assertThat(store.calls).as("what the store was asked").doesNotContain("complete");
    }

    /** The second begins with the number and the attempt of the first, and nobody has noticed. */
    @Test
    void secondOfTwoCopiesThatNobodyNoticedCannotComplete() {
        String token = tokens.issue();
        TokenUse use = (TokenUse) tokens.begin(token, REQUEST);
        TokenCalls calls = tokens.calls();
        TokenUse copy = new TokenUse(calls, store.lastUse, use.fence(), Lease.of(clock.now(), LEASE), calls.copies());
        copy.complete(new byte[] {1});
        assertThatThrownBy(() -> use.complete(new byte[] {2}))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("a copy of this process completed it");
        assertThat(((TokenAnswer.Completed) tokens.begin(token, REQUEST)).result())
                .containsExactly(1);
    }

    @Test
    void deadlineIsCountedFromBeforeTheStoreWasAsked() {
        store.beforeAnswer = () -> clock.pass(Duration.ofSeconds(4));
        TokenUse use = (TokenUse) tokens.begin(tokens.issue());
        // 10 s, less the 4 s, a thousandth and a ms.
        assertThat(use.remaining()).isEqualTo(Duration.ofMillis(5_989));
    }

    @Test
    void useWhoseAnswerTookLongerThanItsLeaseIsNotGivenAndCanBeBegunAgain() {
        // For the store, by a clock of its own, the use has begun.
        MemoryTokenStore slow = new MemoryTokenStore(new ManualLeaseClock());
        slow.beforeAnswer = () -> clock.pass(LEASE);
        TokenSettings settings = new TokenSettings(Duration.ofHours(1), LEASE, Duration.ofDays(1), 1_000, true);
        try (IdempotencyTokens late = new IdempotencyTokens(slow, clock, new TokenNumbers(), settings)) {
            assertThatThrownBy(() -> late.begin("token"))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("longer than its lease of 10000 ms");
            slow.beforeAnswer = () -> {};
            assertThat(late.begin("token")).isInstanceOf(TokenUse.class);
        }
    }

    /** A longer lease would be no help. */
    @Test
    void useWhoseLeaseEndedByAClockThatWasSetSaysSo() {
        String token = tokens.issue();
        store.beforeAnswer = () -> clock.dayTime(LEASE);
        assertThatThrownBy(() -> tokens.begin(token, REQUEST))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("was begun, but a clock was set, or the machine stood still")
                .hasMessageNotContaining("longer");
    }

    @Test
    void idThatIsATokenAlreadyIsNotIssuedAgain() {
        String first = tokens.issue();
        assertThat(tokens.consume(first)).isEqualTo(Consumption.ACCEPTED);
        ids.last.set(0);
        assertThat(tokens.issue()).isEqualTo("2").isNotEqualTo(first);
        assertThat(tokens.consume(first)).isEqualTo(Consumption.CONSUMED);
    }

    @Test
    void strategyThatGivesOnlyIdsThatAreTokensAlreadyIsReportedAfterSomeTries() {
        for (int i = 0; i < 8; i++) {
            tokens.issue();
        }
        ids.last.set(0);
        assertThatThrownBy(tokens::issue)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("8 ids in a row that are tokens already");
    }

    @Test
    void useThatIsCompletedAfterItsReleaseIsRefused() {
        String token = tokens.issue();
        TokenUse use = (TokenUse) tokens.begin(token);
        use.release();
        assertThatThrownBy(use::complete).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(use::release).isInstanceOf(IllegalStateException.class);
        assertThat(tokens.begin(token)).isInstanceOf(TokenUse.class);
    }

    @Test
    void resultThatTheCallerChangesLaterIsKeptAsItWas() {
        String token = tokens.issue();
        byte[] result = {1};
        ((TokenUse) tokens.begin(token)).complete(result);
        result[0] = 2;
        assertThat(((TokenAnswer.Completed) tokens.begin(token)).result()).containsExactly(1);
    }

    @Test
    void closeClosesTheStrategy() {
        tokens.close();
        assertThat(ids.closed).isTrue();
        assertThatThrownBy(tokens::issue)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the tokens of memory are closed");
    }

    /** Of SHA-256, as others compute it: what a message names can be found in the store. */
    @Test
    void keyIsTheHashOfTheToken() {
        assertThat(TokenHash.key("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(TokenHash.shown(TokenHash.key("abc"))).isEqualTo("token #ba7816bf8f01");
    }

    /** Who reads the store cannot try all card numbers. */
    @Test
    void hashOfARequestDependsOnTheToken() {
        assertThat(TokenHash.request("a", REQUEST)).isNotEqualTo(TokenHash.request("b", REQUEST));
        assertThat(TokenHash.request("a", REQUEST)).isNotEqualTo(TokenHash.request("a", OTHER_REQUEST));
        assertThat(TokenHash.request("a", REQUEST))
                .isEqualTo(TokenHash.request("a", REQUEST))
                .hasSize(64);
    }

    @Test
    void attemptsFitIntoWhatStoresKeep() {
        TokenAttempts attempts = new TokenAttempts(new CopyDetector(), clock);
        TokenAttempts.Asked asked = new TokenAttempts.Asked(TokenAttempts.Kind.BEGIN, "key", "-");
        String one = attempts.of(asked).name();
        assertThat(one).matches("[0-9a-z-]{1," + TokenStore.LONGEST_ATTEMPT + "}");
        assertThat(attempts.of(asked).name()).isNotEqualTo(one);
    }

    @Test
    void strategyThatIsNotThereIsNamedBeforeTheStoreIsOpened() {
        assertThatThrownBy(() -> IdempotencyTokens.open(new MemoryProvider(), Map.of("strategy", "nothing")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"strategy\" is \"nothing\"")
                .hasMessageContaining("must be the name of a strategy");
    }

    @Test
    void unknownStoreIsNamedAsAStore() {
        assertThatThrownBy(() -> IdempotencyTokens.open("nowhere", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("unknown token store \"nowhere\": on the class path are none");
    }

    private static final class MemoryProvider implements TokenStoreProvider {
        @Override
        public String name() {
            return "memory";
        }

        @Override
        public String summary() {
            return "in this process";
        }

        @Override
        public List<ConfigKey> keys() {
            return List.of();
        }

        @Override
        public TokenStore open(IdConfig config) {
            throw new AssertionError("the store was opened");
        }
    }
}
