package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.tiny.TinyWorkersProvider;
import io.distid.testkit.tiny.TinyWorkersTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break a source of worker ids is caught, by the test that is meant to. */
@Order(1)
class BrokenWorkerIdsTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "GRANTS_HELD, exactlyAsManyThreadsAsThereAreIdsGetOne, 16 threads from a range of 4",
        "GRANTS_HELD, rangeThatIsFullIsToldWithItsHolders, third holder of two ids",
        "FORGETS_STAMPS, idIsReusedAtOnceAboveTheStampItWasReleasedWith, stamped until",
        "FORGETS_STAMPS, idOfAKilledHolderIsReusedAboveAllItCouldHaveStamped, stamped until",
        "IGNORES_LAYOUT, otherLayoutIsRefused, acquire with another layout",
        "TRUSTS_CLOCKS, reservationFarAheadOfTheStoreIsRefused, clock is an hour ahead",
        "NEVER_RENEWS, boundMovesOnWhileTheLeaseIsHeld, two renewals",
        "RENEWS_STALE, holderThatPausedTooLongIsRefused, lost",
        "RENEWS_STALE, listenersHearOfALossEvenIfTheyComeLate, told",
        "RELEASES_OTHERS, secondReleaseDoesNotTouchTheNextHolder, stamped until",
        "IGNORES_PREFERENCE, preferredIdIsGrantedIfItIsFree, 'id, with 11 preferred and free'",
        "HIDES_HOLDERS, rangeThatIsFullIsToldWithItsHolders, holder-alice",
        "ONE_NAMESPACE, namespacesDoNotMeet, are held: 0 by contract",
        "STARTS_AT_ZERO, idsBelowTheFirstAllowedAreNotGranted, ids granted from 2 to 3",
        "HIDES_OUTAGE, leaseOutlivesAnOutageOfItsServer, a failed renewal"
    })
    void brokenSourceIsCaught(TinyWorkersProvider.Defect defect, String test, String message) {
        assertThat(Outcomes.of(TinyWorkersTest.broken(defect, directory), test)).hasMessageContaining(message);
    }
}
