package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Leases of nodes whose clock is wrong, or whose machine sleeps. */
class LeaseClockTest extends MemoryLeases {
    private static final Duration HOURS = Duration.ofHours(5);

    @Test
    void leaseIsOverByTheStoresClockOnceItsHoldersOwnReservationIs() {
        InstantSource slow = InstantSource.offset(clock, HOURS.negated());
        acquire(request(0).withReservation(MINUTE).withClock(slow));
        WorkerRequest fast = request(0).withClock(InstantSource.offset(clock, MAX_AHEAD));
        clock.advance(MINUTE.minusMillis(1));
        assertThatThrownBy(() -> acquire(fast)).isInstanceOf(IdsExhaustedException.class);
        clock.advance(Duration.ofMillis(1));
        assertThat(acquire(fast).workerId()).isZero();
    }

    @Test
    void clockThatRunsAwayWhileTheLeaseIsHeldStopsTheBound() {
        ManualClock wrong = new ManualClock(clock.instant());
        RenewedLease lease = acquire(request(0).withClock(wrong));
        LeaseRecord before = record(0);
        wrong.advance(HOURS);
        assertThat(lease.renew()).isFalse();
        assertThat(lease.failure())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("set the clock that is wrong");
        assertThat(lease.health().lost()).isFalse();
        assertThat(record(0)).isEqualTo(before);
    }

    @Test
    void machineThatSleptAsksTheStoreBeforeItsClockIsBlamed() {
        RenewedLease lease = acquire(request(0));
        sleep(MINUTE);
        assertThat(lease.renew()).isTrue();
        assertThat(record(0).freeFrom()).isEqualTo(clock.millis() + RESERVATION.toMillis());
    }
}
