package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.worker.RenewedLease;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lease that is released while it is renewed, or whose release has no answer. */
class LeaseRaceTest extends MemoryLeases {
    private RenewedLease lease;
    private long stamp;

    /** Its last stamp lies above the predecessor's, and its next renewal moves the bound. */
    @BeforeEach
    void hold() {
        acquire(request(0)).close();
        clock.advance(MINUTE);
        lease = acquire(request(0));
        clock.advance(Duration.ofSeconds(1));
        stamp = clock.millis();
    }

    private void requireReleased() {
        assertThat(record(0).bound()).isEqualTo(stamp);
        assertThat(record(0).freeFrom()).as("from when the id may be taken").isZero();
        assertThat(acquire(request(0)).stampedUntil()).isEqualTo(stamp);
    }

    @Test
    void releaseBeforeTheAnswerToARenewalFreesTheIdAndTheLaterBoundDoesNotCount() {
        afterWrite(() -> lease.release(stamp));
        lease.renew();
        requireReleased();
    }

    @Test
    void renewalThatTheReleaseOvertakesLeavesTheRecord() {
        beforeWrite(() -> lease.release(stamp));
        assertThat(lease.renew()).isFalse();
        requireReleased();
    }

    /** It would take the id once more if the release came to nothing. */
    @Test
    void renewalIsNotRepeatedAfterTheRelease() {
        afterWrite(LOSS);
        assertThat(lease.renew()).isFalse();
        LeaseRecord renewed = record(0);
        afterWrite(() -> {
            beforeWrite(LOSS);
            assertThatThrownBy(() -> lease.release(stamp)).isInstanceOf(BackendException.class);
        });
        assertThat(lease.renew()).isFalse();
        assertThat(record(0)).isEqualTo(renewed);
    }

    /** It looks because the machine slept, and the release comes to nothing meanwhile. */
    @Test
    void renewalThatLookedBeforeTheReleaseIsNotSent() {
        sleep(MINUTE);
        LeaseRecord before = record(0);
        beforeRead(() -> {
            beforeWrite(LOSS);
            assertThatThrownBy(() -> lease.release(stamp)).isInstanceOf(BackendException.class);
        });
        assertThat(lease.renew()).isFalse();
        assertThat(record(0)).isEqualTo(before);
    }

    @Test
    void releaseWhoseAnswerIsLostIsNoRegressionToTheSameSource() {
        afterWrite(LOSS);
        assertThatThrownBy(() -> lease.release(stamp)).isInstanceOf(BackendException.class);
        requireReleased();
    }

    @Test
    void releaseLeavesTheRecordNoLowerThanItWasTaken() {
        stamp = lease.stampedUntil();
        lease.release(stamp - 1);
        requireReleased();
    }

    @Test
    void releaseBeforeTheNextTakeLooksIsNoRegression() {
        beforeRead(() -> lease.release(stamp));
        assertThat(acquire(request(0)).stampedUntil()).isEqualTo(stamp);
    }

    /** Its holder is gone, and only the source knows what it confirmed. */
    @Test
    void recordThatWentBackIsRaisedAndNotTaken() {
        long bound = lease.reservedUntil();
        putHeader(0, look(0).at().incarnation());
        put(0, bound - 1, 0);
        assertThatThrownBy(() -> acquire(request(0))).isInstanceOf(StoreRegressedException.class);
        assertThat(record(0).bound()).isEqualTo(bound);
    }
}
