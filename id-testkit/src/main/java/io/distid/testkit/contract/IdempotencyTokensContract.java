package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenUse;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.Eventually;
import io.distid.testkit.fleet.IdempotencyTokensFleetContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The contract of the tokens of every {@link io.distid.coordination.TokenStore}, on its real server.
 *
 * <p>A subclass names the provider and gives a configuration. It also stops and starts the server, leads to it through a proxy, and removes
 * the record of a token. No test requires speed: each passes however long a thread waits for a core.
 *
 * <p>The tests of settings and of lost answers are inherited; {@link IdempotencyTokensFleetContract} is the proof with several processes. Not
 * safe for use by several threads: a test runs on one.
 */
public abstract class IdempotencyTokensContract extends IdempotencyTokensUses {
    /** For subclasses. */
    protected IdempotencyTokensContract() {}

    @Test
    final void issuedTokenIsAcceptedOnce() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String token = one.issue();
            String other = one.issue();
            assertThat(two.consume(token)).isEqualTo(Consumption.ACCEPTED);
            assertThat(two.consume(token)).isEqualTo(Consumption.CONSUMED);
            assertThat(one.consume(token)).isEqualTo(Consumption.CONSUMED);
            requireResult(one.begin(token), null);
            assertThat(one.consume(other)).as("use of another token").isEqualTo(Consumption.ACCEPTED);
        }
    }

    @Test
    final void oneOfManyCallersIsAccepted() {
        for (String clientMade : List.of("false", "true")) {
            try (IdempotencyTokens one = openWith("client-made", clientMade);
                    IdempotencyTokens two = openWith("client-made", clientMade)) {
                for (int i = 0; i < TOKENS; i++) {
                    String token = clientMade.equals("true") ? newToken() : one.issue();
                    List<Consumption> answers = ConcurrentRunner.run(
                            CALLERS,
                            Duration.ofMinutes(2),
                            thread -> Eventually.untilAnswered(() -> (thread % 2 == 0 ? one : two).consume(token)));
                    assertThat(answers)
                            .as("answers to consume")
                            .containsOnlyOnce(Consumption.ACCEPTED)
                            .containsOnly(Consumption.ACCEPTED, Consumption.CONSUMED);
                }
            }
        }
    }

    @Test
    final void unknownTokenIsReported() {
        try (IdempotencyTokens one = open()) {
            String token = newToken();
            assertThat(one.consume(token)).isEqualTo(Consumption.UNKNOWN);
            assertThat(one.consume(token, REQUEST)).isEqualTo(Consumption.UNKNOWN);
            requireRefused(one.begin(token), Consumption.UNKNOWN);
        }
    }

    @Test
    final void tokenOfAnotherRequestIsRefused() {
        try (IdempotencyTokens one = open();
                IdempotencyTokens two = open()) {
            String issued = one.issue(REQUEST);
            requireForeign(two, issued);
            assertThat(two.consume(issued)).as("use without a request").isEqualTo(Consumption.FOREIGN);
            assertThat(two.consume(issued, REQUEST)).isEqualTo(Consumption.ACCEPTED);
            requireForeign(one, issued);
            assertThat(one.consume(issued, REQUEST)).isEqualTo(Consumption.CONSUMED);

            String consumed = one.issue();
            assertThat(one.consume(consumed, REQUEST)).isEqualTo(Consumption.ACCEPTED);
            requireForeign(two, consumed);

            String begun = one.issue();
            TokenUse use = begun(one.begin(begun, REQUEST, LONG));
            requireForeign(two, begun);
            use.complete(bytes("done"));
            requireForeign(two, begun);
            requireResult(two.begin(begun, REQUEST), bytes("done"));

            String withoutRequest = one.issue();
            assertThat(one.consume(withoutRequest)).isEqualTo(Consumption.ACCEPTED);
            requireForeign(two, withoutRequest);
        }
    }

    private static void requireForeign(IdempotencyTokens tokens, String token) {
        assertThat(tokens.consume(token, OTHER_REQUEST)).isEqualTo(Consumption.FOREIGN);
        requireRefused(tokens.begin(token, OTHER_REQUEST), Consumption.FOREIGN);
    }

    @Test
    final void expiredTokenDiffersFromAnUnknownTokenUntilItIsForgotten() throws Exception {
        try (IdempotencyTokens one = openWith("ttl", "100ms", "keep", "10m");
                IdempotencyTokens two = openWith("ttl", "100ms", "keep", "1s", "client-made", "true")) {
            String token = one.issue();
            String forgotten = two.issue();
            pass(SHORT);
            assertThat(one.consume(token)).isEqualTo(Consumption.EXPIRED);
            assertThat(one.consume(token, REQUEST)).isEqualTo(Consumption.EXPIRED);
            requireRefused(one.begin(token), Consumption.EXPIRED);
            assertThat(two.consume(token))
                    .as("use of an expired token where those are accepted that were never issued")
                    .isEqualTo(Consumption.EXPIRED);
            Eventually.await("it is forgotten").until(() -> one.consume(forgotten) == Consumption.UNKNOWN);
        }
    }

    @Test
    final void usedTokenIsForgottenAfterItsTime() {
        try (IdempotencyTokens one = openWith("keep", "1s");
                IdempotencyTokens clients = openWith("keep", "1s", "client-made", "true")) {
            String issued = one.issue();
            String made = newToken();
            assertThat(one.consume(issued)).isEqualTo(Consumption.ACCEPTED);
            TokenUse first = begun(clients.begin(made, REQUEST));
            first.complete(bytes("first"));
            Eventually.await("it is forgotten").until(() -> one.consume(issued) == Consumption.UNKNOWN);
            TokenUse next = (TokenUse) Eventually.await("it is new")
                    .until(() -> clients.begin(made, OTHER_REQUEST), TokenUse.class::isInstance);
            assertThat(next.fence()).as("number of the next").isGreaterThan(first.fence());
        }
    }

    @Test
    final void tokensOfClientsAreUsedOnlyWhereAllowed() {
        try (IdempotencyTokens issuing = open();
                IdempotencyTokens clients = openWith("client-made", "true")) {
            String token = newToken();
            requireRefused(issuing.begin(token, REQUEST), Consumption.UNKNOWN);
            TokenUse use = begun(clients.begin(token, REQUEST, LONG));
            requireForeign(clients, token);
            assertThat(clients.begin(token, REQUEST)).isInstanceOf(TokenAnswer.InProgress.class);
            use.complete(bytes("done"));
            requireResult(clients.begin(token, REQUEST), bytes("done"));
            requireResult(issuing.begin(token, REQUEST), bytes("done"));
            String longest = "!~".repeat(64);
            assertThat(clients.consume(longest)).isIn(Consumption.ACCEPTED, Consumption.CONSUMED);
        }
    }

    @Test
    final void tokenWhoseRecordWasLostIsUnknownAndCannotBeCompleted() throws Exception {
        try (IdempotencyTokens one = open();
                IdempotencyTokens clients = openWith("client-made", "true")) {
            String consumed = one.issue();
            assertThat(one.consume(consumed)).isEqualTo(Consumption.ACCEPTED);
            loseRecord(key(consumed));
            assertThat(one.consume(consumed)).isEqualTo(Consumption.UNKNOWN);

            String begun = one.issue();
            TokenUse use = begun(one.begin(begun, REQUEST, LONG));
            loseRecord(key(begun));
            assertThatThrownBy(use::complete).isInstanceOf(LeaseLostException.class);
            requireRefused(one.begin(begun, REQUEST), Consumption.UNKNOWN);

            String made = newToken();
            TokenUse first = begun(clients.begin(made, REQUEST, LONG));
            loseRecord(key(made));
            TokenUse next = begun(clients.begin(made, REQUEST, LONG));
            assertThat(next.fence()).as("number after the record was lost").isGreaterThan(first.fence());
            assertThatThrownBy(first::complete).isInstanceOf(LeaseLostException.class);
            next.complete();
        }
    }

    @Test
    @StopsServer
    final void tokensOutliveTheServer() throws Exception {
        try (IdempotencyTokens one = open()) {
            String issued = one.issue();
            String consumed = one.issue();
            String begun = one.issue();
            String done = one.issue();
            one.consume(consumed);
            TokenUse use = begun(one.begin(begun, REQUEST, LONG));
            begun(one.begin(done, REQUEST)).complete(bytes("done"));
            server().kill();
            try {
                assertThat(ConcurrentRunner.<Throwable>alone(
                                Eventually.LIMIT, thread -> catchThrowable(() -> one.consume(consumed))))
                        .as("consume while the server is down")
                        .isInstanceOf(BackendException.class);
            } finally {
                server().restart();
            }
            assertThat(Eventually.untilAnswered(() -> one.consume(consumed))).isEqualTo(Consumption.CONSUMED);
            assertThat(one.consume(issued)).isEqualTo(Consumption.ACCEPTED);
            requireResult(one.begin(done, REQUEST), bytes("done"));
            use.complete(bytes("after the outage"));
            requireResult(one.begin(begun, REQUEST), bytes("after the outage"));
        }
    }

    @Test
    final void malformedTokensAndLeasesOutOfRangeAreRefusedAndNotShown() {
        try (IdempotencyTokens one = openWith("client-made", "true")) {
            List<String> malformed =
                    new ArrayList<>(List.of("", " ", "secret token", "secret\n", "s\u00e9cret", "s\u0000cret"));
            malformed.add("secret".repeat(22));
            for (String token : malformed) {
                for (Throwable error : List.of(
                        catchThrowable(() -> one.consume(token)),
                        catchThrowable(() -> one.consume(token, REQUEST)),
                        catchThrowable(() -> one.begin(token)))) {
                    assertThat(error).as("error").isInstanceOf(IllegalArgumentException.class);
                    assertThat(error.getMessage()).contains("128").doesNotContain("cret");
                }
            }
            for (Duration lease : List.of(
                    Duration.ZERO, Duration.ofMillis(99), Duration.ofDays(1).plusMillis(1))) {
                assertThatThrownBy(() -> one.begin(newToken(), REQUEST, lease))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("100 ms to 1 day");
            }
        }
    }

    @Test
    final void tokenIsInNoMessage() throws Exception {
        try (IdempotencyTokens one = open()) {
            String token = one.issue();
            TokenUse use = begun(one.begin(token, REQUEST, LONG));
            assertThat(use.toString()).doesNotContain(token).contains(key(token).substring(0, 12));
            loseRecord(key(token));
            assertThat(catchThrowable(use::complete))
                    .hasMessageNotContaining(token)
                    .hasMessageContaining(key(token).substring(0, 12));
        }
    }

    @Test
    final void interruptIsNeitherLostNorAHang() {
        try (IdempotencyTokens one = open()) {
            String token = one.issue();
            requireInterruptKept("consume", () -> one.consume(token));
            requireInterruptKept("begin", () -> one.begin(token));
            TokenUse use = begun(one.begin(one.issue()));
            requireInterruptKept("complete", use::complete);
        }
    }

    @Test
    final void useOfClosedTokensIsRefused() {
        IdempotencyTokens one = open();
        String token = one.issue();
        TokenUse use = begun(one.begin(token));
        one.close();
        assertThatThrownBy(one::issue).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> one.consume(token)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> one.begin(token)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(use::complete).isInstanceOf(IllegalStateException.class);
    }
}
