package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenUse;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testservers.fault.LossyLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of tokens whose requests are carried out, but whose answers are lost. */
abstract class IdempotencyTokensAnswers extends IdempotencyTokensFixture {
    private static final Duration ENOUGH = Duration.ofSeconds(4);
    private static final int MOST_ANSWERS = 100;
    private static final double DROPPED = 0.2;
    private static final long SEED = 20_261_122;

    /** A step through a link that loses one answer. */
    private interface Step {
        void run(IdempotencyTokens direct, IdempotencyTokens lossy, LossyLink link, int answers) throws Exception;
    }

    /** Runs a step with its first answer lost, then with its second, and so on for all its answers. */
    private void forEachAnswer(Step step, String... settings) throws Exception {
        boolean dropped = true;
        for (int answers = 0; dropped; answers++) {
            try (IdempotencyTokens direct = openWith(settings);
                    LossyLink link = new LossyLink(server().address());
                    IdempotencyTokens lossy = open(ConfigPairs.with(configThrough(link.address()), settings))) {
                callOnce(direct);
                step.run(direct, lossy, link, answers);
                dropped = link.answersDropped() > 0;
            }
            assertThat(answers).as("answers to one call").isLessThan(MOST_ANSWERS);
        }
    }

    /** Makes one call beforehand. A server that has seen no such call may answer the first without carrying it out. */
    private static void callOnce(IdempotencyTokens tokens) {
        tokens.consume(tokens.issue());
        String token = tokens.issue();
        begun(tokens.begin(token)).release();
        begun(tokens.begin(token)).complete();
    }

    /** Another caller consumes the token between the request and its repeat. */
    @Test
    final void consumeWhoseAnswerIsLostIsAcceptedOnce() throws Exception {
        for (String clientMade : List.of("false", "true")) {
            forEachAnswer(
                    (direct, lossy, link, answers) -> {
                        String token = clientMade.equals("true") ? newToken() : direct.issue();
                        List<Consumption> all = Collections.synchronizedList(new ArrayList<>());
                        link.dropAnswerAfter(answers, () -> all.add(direct.consume(token, REQUEST)));
                        all.add(Eventually.untilAnswered(() -> lossy.consume(token, REQUEST)));
                        all.add(direct.consume(token, REQUEST));
                        all.add(Eventually.untilAnswered(() -> lossy.consume(token, REQUEST)));
                        link.dropNoAnswer();
                        assertThat(all)
                                .as("answers to consume when answer %d is lost", answers + 1)
                                .containsOnlyOnce(Consumption.ACCEPTED)
                                .containsOnly(Consumption.ACCEPTED, Consumption.CONSUMED);
                    },
                    "client-made",
                    clientMade);
        }
    }

    /** A use in progress must have an owner: the repeat has begun the use, or another caller has. */
    @Test
    final void beginWhoseAnswerIsLostHasBegunOnce() throws Exception {
        forEachAnswer((direct, lossy, link, answers) -> {
            String token = direct.issue();
            List<TokenAnswer> all = Collections.synchronizedList(new ArrayList<>());
            link.dropAnswerAfter(answers, () -> all.add(direct.begin(token, REQUEST, LONG)));
            all.add(Eventually.untilAnswered(() -> lossy.begin(token, REQUEST, LONG)));
            all.add(direct.begin(token, REQUEST, LONG));
            all.add(Eventually.untilAnswered(() -> lossy.begin(token, REQUEST, LONG)));
            link.dropNoAnswer();
            List<TokenUse> begun = all.stream()
                    .filter(TokenUse.class::isInstance)
                    .map(TokenUse.class::cast)
                    .toList();
            assertThat(begun)
                    .as("uses that began when answer %d is lost", answers + 1)
                    .hasSize(1);
            begun.get(0).complete(bytes("done"));
            requireResult(direct.begin(token, REQUEST), bytes("done"));
        });
    }

    @Test
    final void completionWhoseAnswerIsLostIsDoneOnce() throws Exception {
        forEachAnswer((direct, lossy, link, answers) -> {
            String token = direct.issue();
            TokenUse use = begun(lossy.begin(token, REQUEST, LONG));
            List<TokenAnswer> all = Collections.synchronizedList(new ArrayList<>());
            link.dropAnswerAfter(answers, () -> all.add(direct.begin(token, REQUEST)));
            Throwable error = catchThrowable(() -> use.complete(bytes("done")));
            link.dropNoAnswer();
            if (error != null) {
                assertThat(error)
                        .as("error of complete when answer %d is lost", answers + 1)
                        .isInstanceOf(BackendException.class);
                Eventually.untilCarriedOut(() -> use.complete(bytes("done")));
            }
            all.add(direct.begin(token, REQUEST));
            assertThat(all)
                    .as("answers to begin when answer %d is lost", answers + 1)
                    .noneMatch(TokenUse.class::isInstance);
            requireResult(all.get(all.size() - 1), bytes("done"));
        });
    }

    /** Another caller begins a use between the release and its repeat, and the repeat does not release that use. */
    @Test
    final void releaseWhoseAnswerIsLostEndsNoUseOfAnother() throws Exception {
        forEachAnswer((direct, lossy, link, answers) -> {
            String token = direct.issue();
            TokenUse first = begun(lossy.begin(token, REQUEST, LONG));
            List<TokenAnswer> all = Collections.synchronizedList(new ArrayList<>());
            link.dropAnswerAfter(answers, () -> all.add(direct.begin(token, REQUEST, LONG)));
            Throwable error = catchThrowable(first::release);
            link.dropNoAnswer();
            if (error != null) {
                assertThat(error)
                        .as("error of release when answer %d is lost", answers + 1)
                        .isInstanceOf(BackendException.class);
                Eventually.untilCarriedOut(first::release);
            }
            all.add(direct.begin(token, REQUEST, LONG));
            List<TokenAnswer> begun =
                    all.stream().filter(TokenUse.class::isInstance).toList();
            assertThat(begun).as("uses that began after it was released").hasSize(1);
            TokenUse next = (TokenUse) begun.get(0);
            assertThat(next.fence()).as("number of the next").isGreaterThan(first.fence());
            next.complete();
        });
    }

    @Test
    final void tokenWhoseIssueIsNotAnsweredIsIssuedOrReportedAsAnError() throws Exception {
        forEachAnswer((direct, lossy, link, answers) -> {
            link.dropAnswerAfter(answers, () -> {});
            String token = Eventually.untilAnswered(lossy::issue);
            assertThat(direct.consume(token)).as("use of what was issued").isEqualTo(Consumption.ACCEPTED);
        });
    }

    @Test
    final void eachTokenIsAcceptedOnceThoughAnswersAreLostAtRandom() throws Exception {
        try (LossyLink link = new LossyLink(server().address());
                IdempotencyTokens one = openThrough(link);
                IdempotencyTokens two = openThrough(link);
                IdempotencyTokens direct = open()) {
            List<String> tokens = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                tokens.add(direct.issue());
            }
            link.dropAnswers(DROPPED, SEED);
            // All tokens objects have losses, since one without losses would always be first.
            List<IdempotencyTokens> all = List.of(one, two, one, two);
            long start = System.nanoTime();
            List<List<Consumption>> answers = ConcurrentRunner.run(all.size(), Duration.ofMinutes(5), thread -> {
                List<Consumption> mine = new ArrayList<>();
                for (String token : tokens) {
                    if (System.nanoTime() - start > ENOUGH.toNanos() && link.answersDropped() > 0) {
                        // Each lost answer costs a new connection, which needs several answers that can be lost in
                        // turn.
                        link.dropNoAnswer();
                    }
                    mine.add(Eventually.untilAnswered(() -> all.get(thread).consume(token, REQUEST)));
                }
                return mine;
            });
            assertThat(link.answersDropped()).as("answers dropped").isPositive();
            for (int i = 0; i < tokens.size(); i++) {
                int token = i;
                assertThat(answers.stream().map(mine -> mine.get(token)))
                        .as("answers for token %d", token)
                        .containsOnlyOnce(Consumption.ACCEPTED);
            }
        }
    }
}
