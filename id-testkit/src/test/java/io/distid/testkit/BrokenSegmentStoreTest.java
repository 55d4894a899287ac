package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.tiny.TinySegmentsProvider;
import io.distid.testkit.tiny.TinySegmentsTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break a segment store is caught, by the test that is meant to. */
class BrokenSegmentStoreTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "OVERLAPS, rangesHaveTheSizeAskedForAndAscend, was returned after",
        "OVERLAPS, rangesOfManyThreadsAndObjectsAreDisjoint, ''",
        "OVERLAPS, rangesOfManyProcessesAreDisjoint, ''",
        "WRONG_SIZE, rangesHaveTheSizeAskedForAndAscend, size of",
        "MAKES_TAGS, unknownTagIsRefused, no-such-tag",
        "TRUSTS_THE_COUNTER, rangeThatWasSeenBeforeIsRefused, moved back to 1000",
        "OVERFLOWS, rangesEndBelowTheGreatestLong, claim of 1000 ids",
        "TAKES_ANY_SIZE, badSizeIsRefused, claim of 0 ids",
        "HIDES_OUTAGE, serverThatIsDownIsToldInTimeAndComesBackByItself, claim while the server is down",
        "LISTS_THE_PAST, tagsAreListedAsTheyStandNow, tags after the second was made",
        "TAKES_BACK_ANYTHING, rangeThatWasGivenBackIsGrantedOnceMoreOrNever, though another was claimed after it",
        "TAKES_BACK_NOTHING, rangeThatWasGivenBackIsGrantedOnceMoreOrNever, was taken back",
        "ONE_COUNTER, tagsDoNotMeet, first range of the other tag"
    })
    void brokenStoreIsCaught(TinySegmentsProvider.Defect defect, String test, String message) {
        assertThat(Outcomes.of(TinySegmentsTest.broken(defect, directory), test))
                .hasMessageContaining(message);
    }
}
