package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.tiny.TinySegmentsProvider;
import io.distid.testkit.tiny.TinySegmentsTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break a segment store is caught, by the test that is meant to. */
class BrokenSegmentStoreTest {
    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "OVERLAPS, rangesHaveTheSizeAskedForAndAscend, was returned after",
        "OVERLAPS, rangesOfManyThreadsObjectsAndProcessesAreDisjoint, ''",
        "WRONG_SIZE, rangesHaveTheSizeAskedForAndAscend, size of",
        "MAKES_TAGS, unknownTagIsRefused, no-such-tag",
        "TRUSTS_THE_COUNTER, rangeThatWasSeenBeforeIsRefused, moved back to 1000",
        "OVERFLOWS, rangesEndBelowTheGreatestLong, claim of 1000 ids",
        "TAKES_ANY_SIZE, badSizeIsRefused, claim of 0 ids",
        "HIDES_OUTAGE, outageIsReportedInTimeAndStoreWorksAfterwards, claim while the server is down",
        "LISTS_THE_PAST, tagsAreListedAsTheyAreNow, tags after the second was made",
        "TAKES_BACK_ANYTHING, rangeThatWasGivenBackIsGrantedOnceMoreOrNever, though another was claimed after it",
        "TAKES_BACK_NOTHING, rangeThatWasGivenBackIsGrantedOnceMoreOrNever, was taken back",
        "UNDOES_A_LOST_CLAIM, claimWhoseAnswerIsLostBurnsARangeAtMost, overlap",
        "OVERLAPS, rangesAreDisjointThoughAnswersAreLostAtRandom, overlap",
        "REPEATS_A_LOST_GIVE_BACK, rangeGivenBackWithoutAnAnswerIsGrantedOnceMoreOrNever, overlap",
        "ALARMS_AFTER_A_LOST_GIVE_BACK, rangeGivenBackWithoutAnAnswerIsGrantedOnceMoreOrNever, StoreRegressed",
        "ONE_COUNTER, tagsDoNotMeet, first range of the other tag"
    })
    void brokenStoreIsCaught(TinySegmentsProvider.Defect defect, String test, String message) {
        TinySegmentsTest contract = TinySegmentsTest.broken(defect);
        try {
            assertThat(Outcomes.of(contract, test)).hasMessageContaining(message);
        } finally {
            contract.end();
        }
    }
}
