package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.worker.RenewedLease;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The floor of a namespace, above which its ids begin. */
class FloorTest extends MemoryLeases {
    private static final long HORIZON = MAX_AHEAD.plus(RESERVATION).toMillis();

    @Test
    void laterIdsOfANamespaceWaitForNothing() {
        long floor = clock.millis() + HORIZON;
        assertThat(acquire(request(1).withPreferredId(0)).stampedUntil()).isEqualTo(floor);
        clock.advance(MINUTE);
        RenewedLease later = acquire(request(1).withPreferredId(1));
        assertThat(later.workerId()).isEqualTo(1);
        assertThat(later.stampedUntil()).isEqualTo(floor);
        assertThat(later.reservedUntil()).isEqualTo(clock.millis() + RESERVATION.toMillis());
    }

    /** As of a server whose clock is a little ahead, if several serve one namespace. */
    @Test
    void floorALittleAboveWhatTheStoresClockAllowsIsWaitedFor() {
        long floor = clock.millis() + HORIZON + 1_500;
        putHeader(floor, look(0).at().incarnation());
        assertThat(acquire(request(0)).stampedUntil()).isEqualTo(floor);
        assertThat(clock.millis()).isBetween(floor - HORIZON, floor - HORIZON + 300);
    }

    /** It was raised while the store's clock was ahead; since then the clock was set back, and another server took over. */
    @Test
    void floorFarAheadIsNotLoweredAndNotWaitedFor() {
        long floor = clock.millis() + Duration.ofHours(1).toMillis();
        putHeader(floor, "another");
        assertThatThrownBy(() -> acquire(request(0)))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("is reserved until " + Instant.ofEpochMilli(floor));
        assertThat(look(0).header().floor()).isEqualTo(floor);
        assertThat(look(0).header().incarnation()).isEqualTo(look(0).at().incarnation());
    }
}
