package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.tiny.TinyTokensProvider;
import io.distid.testkit.tiny.TinyTokensTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break a store of tokens is caught, by the test that is meant to. */
class BrokenTokensTest {
    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "ACCEPTS_TWICE, issuedTokenIsAcceptedOnce, CONSUMED",
        "READS_THEN_WRITES, oneOfManyCallersIsAccepted, ACCEPTED",
        "ACCEPTS_TWICE, eachTokenIsAcceptedOnceThoughAnswersAreLostAtRandom, ACCEPTED",
        "FORGETS_ATTEMPTS, consumeWhoseAnswerIsLostIsAcceptedOnce, ACCEPTED",
        "FORGETS_ATTEMPTS, eachTokenIsAcceptedOnceThoughAnswersAreLostAtRandom, ACCEPTED",
        "IGNORES_REQUESTS, tokenOfAnotherRequestIsRefused, FOREIGN",
        "CONFUSES_EXPIRED, expiredTokenDiffersFromAnUnknownTokenUntilItIsForgotten, EXPIRED",
        "TAKES_UNISSUED, unknownTokenIsReported, UNKNOWN",
        "TAKES_UNISSUED, tokensOfClientsAreUsedOnlyWhereAllowed, UNKNOWN",
        "BEGINS_AMID_A_USE, begunTokenIsInProgressUntilItIsCompletedAndThenAnswersWithItsResult, InProgress",
        "BEGINS_AMID_A_USE, oneOfManyCallersBegins, uses that began",
        "CONSUMES_AMID_A_USE, begunTokenIsInProgressUntilItIsCompletedAndThenAnswersWithItsResult, IN_PROGRESS",
        "ANYBODY_COMPLETES, workerWhoseDeadlinePassedCannotCompleteOnceAnotherBegan, ''",
        "COPIES_COMPLETE, secondOfTwoCopiesCannotComplete, completion by the second copy",
        "REFUSES_LATE_COMPLETION, lateCompletionIsTakenIfNobodyElseBegan, LeaseLost",
        "FENCE_STAYS, releasedTokenCanBeBegunAtOnce, number of the next",
        "FENCE_STAYS, workerWhoseDeadlinePassedCannotCompleteOnceAnotherBegan, number of the next",
        "FENCE_GROWS_WITH_A_REPEAT, beginThatIsRepeatedKeepsItsNumber, answer to the repeat",
        "FENCE_FROM_ONE, tokenWhoseRecordWasLostIsUnknownAndCannotBeCompleted, number after the record was lost",
        "RELEASES_THE_NEXT, lateReleaseEndsNoUseOfAnother, InProgress",
        "CUTS_RESULTS, resultsOfAnyBytesAreKeptUpToTheLimit, result",
        "FORGETS_A_COMPLETION, completionWhoseAnswerIsLostIsDoneOnce, LeaseLost",
        "HIDES_OUTAGE, tokensOutliveTheServer, consume while the server is down"
    })
    void brokenStoreIsCaught(TinyTokensProvider.Defect defect, String test, String message) {
        TinyTokensTest contract = TinyTokensTest.broken(defect);
        try {
            assertThat(Outcomes.of(contract, test)).hasMessageContaining(message);
        } finally {
            contract.end();
        }
    }
}
