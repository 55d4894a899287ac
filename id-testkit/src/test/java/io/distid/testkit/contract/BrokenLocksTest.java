package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.tiny.TinyLocksProvider;
import io.distid.testkit.tiny.TinyLocksTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break a store of locks is caught, by the test that is meant to. */
class BrokenLocksTest {
    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "GRANTS_TWICE, lockThatIsHeldIsGrantedToNobodyElse, grant of",
        "FENCE_STAYS, numbersGrowFromGrantToGrant, was granted with number 1",
        "FENCE_FROM_ONE, lockWhoseRecordWasLostIsGrantedWithAGreaterNumber, number after the record was lost",
        "LEASES_HALF, lockIsNotGrantedWhileItsHolderCountsOnIt, time from before a lease was asked for",
        "ANYBODY_EXTENDS, lockWhoseRecordWasLostIsGrantedWithAGreaterNumber, Expecting code to raise a throwable",
        "ANYBODY_EXTENDS, secondExtensionByACopyOfAHolderIsRefused, by the copy that asks second",
        "COPIES_EXTEND, secondExtensionByACopyOfAHolderIsRefused, by the copy that asks second",
        "KEEPS_TOKENS, secondExtensionByACopyOfAHolderIsRefused, by the copy that asks second",
        "IGNORES_NUMBERS, copyWithTheLowerNumberHasLostTheLock, extension of number",
        "EXTENDS_WHAT_IS_FREE, extensionAfterTheReleaseDoesNotTakeTheLock, extension after the release",
        "EXTENDS_IN_WORDS, extendedLeaseOutlivesTheFirstLease, answer to another process",
        "ANYBODY_FREES, unlockWhoseAnswerIsLostDoesNotFreeTheLockOfTheNext, while the next one holds it",
        "COPIES_FREE, copyDoesNotFreeALockThatTheOtherCopyExtended, by the other copy",
        "FORGETS_WHO_FREED, unlockWhoseAnswerIsLostDoesNotFreeTheLockOfTheNext, error of unlock"
    })
    void brokenStoreIsCaught(TinyLocksProvider.Defect defect, String test, String message) {
        TinyLocksTest contract = TinyLocksTest.broken(defect);
        try {
            assertThat(Outcomes.of(contract, test)).hasMessageContaining(message);
        } finally {
            contract.end();
        }
    }
}
