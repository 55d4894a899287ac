package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.distid.testkit.tiny.TinyWorkersProvider;
import io.distid.testkit.tiny.TinyWorkersTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break a source of worker ids is caught, by the test that is meant to. Each has a source and a server of its own. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class BrokenWorkerIdsTest {
    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "GRANTS_HELD, asManyThreadsAsThereAreIdsGetAnId, 16 threads from a range of 4",
        "GRANTS_HELD, fullRangeIsReportedWithItsHolders, third holder of two ids",
        "FORGETS_STAMPS, idIsReusedAtOnceAboveTheStampItWasReleasedWith, stamped until",
        "FORGETS_STAMPS, idOfAKilledHolderIsReusedAboveAllItCouldHaveStamped, stamped until",
        "IGNORES_LAYOUT, otherLayoutIsRefusedWhileTheNamespaceIsHeldAndAfterwards, while the namespace is held",
        "IGNORES_LAYOUT_OF_THE_GONE, otherLayoutIsRefusedWhileTheNamespaceIsHeldAndAfterwards, once all holders have gone",
        "TRUSTS_CLOCKS, reservationFarAheadOfTheStoreIsRefused, clock is an hour ahead",
        "RELEASES_OTHERS, secondReleaseDoesNotTouchTheNextHolder, stamped until",
        "IGNORES_PREFERENCE, preferredIdIsGrantedIfItIsFree, 'id, with 11 preferred and free'",
        "HIDES_HOLDERS, fullRangeIsReportedWithItsHolders, holder-alice",
        "ONE_NAMESPACE, namespacesDoNotMeet, are held: 0 by contract",
        "STARTS_AT_ZERO, idsBelowTheFirstAllowedAreNotGranted, ids granted from 2 to 3",
        "HIDES_ITS_FIRST_START, firstStartReportsItsWait, how far ahead the first id",
        "DENIES_DURABILITY, freshLeaseBeginsAboveAllThatALostLeaseCanHaveReserved, durable",
        "BEGINS_AT_ONCE, freshLeaseBeginsAboveAllThatALostLeaseCanHaveReserved, stamped until",
        "BEGINS_AT_ONCE, recreatedNamespaceBeginsAboveAllThatALostHolderCanStamp, stamped until",
        "BEGINS_A_RESERVATION_AHEAD, freshLeaseBeginsAboveAllThatALostLeaseCanHaveReserved, stamped until",
        "BEGINS_A_RESERVATION_AHEAD, recreatedNamespaceBeginsAboveAllThatALostHolderCanStamp, stamped until",
        "TRUSTS_A_MISSING_RECORD, recreatedRecordBeginsAboveAllThatItsLostHolderCanStamp, stamped until",
        "LEAVES_A_LOST_BOUND, nobodyIsGrantedBelowABoundThatARenewalFoundLost, after the store went back",
        "LEAVES_A_LOST_BOUND, nobodyIsGrantedBelowAStampThatATakeFoundLost, after the store went back",
        "FORGETS_THE_STAMP_OF_A_REPEAT, acquireWhoseAnswerIsLostForgetsNoStampAndGrantsNoIdTwice, stamped until",
        "FORGETS_STAMPS, acquireWhoseAnswerIsLostForgetsNoStampAndGrantsNoIdTwice, stamped until",
        "GRANTS_HELD, acquireWhoseAnswerIsLostForgetsNoStampAndGrantsNoIdTwice, acquire of the id that was granted",
        "GRANTS_HELD_AFTER_STALLS, acquireWhoseAnswerIsLostForgetsNoStampAndGrantsNoIdTwice, acquire of the id that was granted",
        "TAKES_A_REPEATED_RENEWAL_FOR_A_STRANGERS, renewalWhoseAnswerIsLostIsRecognisedAsTheHoldersOwn, lost",
        "ALARMS_AFTER_A_LOST_RELEASE, releaseWhoseAnswerIsLostIsNoRegressionToTheNextHolder, StoreRegressedException",
        "KEEPS_ITS_TOKEN, secondRenewalByACopyOfAHolderIsRefused, failure of the copy that renews second",
        "KEEPS_ITS_TOKEN, oneOfTwoCopiesGoesOnWhicheverAnswerIsLost, those that go on"
    })
    void brokenSourceIsCaught(TinyWorkersProvider.Defect defect, String test, String message) {
        requireCaught(defect, test, message);
    }

    /** Once the test has waited for what never comes. */
    @Tag("slow")
    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "KEEPS_LAYOUT_IN_THE_PROCESS, processesThatFillTheRangeAllGetDistinctIds, another layout",
        "NEVER_RENEWS, boundMovesOnWhileTheLeaseIsHeld, two renewals",
        "RENEWS_STALE, holderThatPausedTooLongStopsAndItsListenersHearOfIt, told",
        "HIDES_OUTAGE, leaseOutlivesAnOutageOfItsServer, a failed renewal",
        "RENEWS_WHAT_IS_GONE, generatorWhoseRecordIsGoneStopsThoughItsBoundLiesAhead, the loss",
        "HIDES_LOSS, generatorWhoseRecordIsGoneStopsThoughItsBoundLiesAhead, when the generator stopped",
        "HIDES_LOSS, generatorWhoseNamespaceIsGoneStopsThoughItsBoundLiesAhead, when the generator stopped",
        "TELLS_OF_A_LOSS_LATE, generatorWhoseRecordIsGoneStopsThoughItsBoundLiesAhead, after its bound had passed"
    })
    void sourceThatIsWaitedForIsCaught(TinyWorkersProvider.Defect defect, String test, String message) {
        requireCaught(defect, test, message);
    }

    /** As a thread that gets no core until the bound has passed: nothing was shown by that. */
    @Test
    void sourceThatStallsOnceIsTriedAgain() {
        TinyWorkersTest contract = TinyWorkersTest.broken(TinyWorkersProvider.Defect.TELLS_OF_A_LOSS_LATE_ONCE);
        String test = "generatorWhoseRecordIsGoneStopsThoughItsBoundLiesAhead";
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> Outcomes.of(contract, test))
                    .withMessage(test + " passed");
        } finally {
            contract.end();
        }
    }

    private static void requireCaught(TinyWorkersProvider.Defect defect, String test, String message) {
        TinyWorkersTest contract = TinyWorkersTest.broken(defect);
        try {
            assertThat(Outcomes.of(contract, test)).hasMessageContaining(message);
        } finally {
            contract.end();
        }
    }
}
