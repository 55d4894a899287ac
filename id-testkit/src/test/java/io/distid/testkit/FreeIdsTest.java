package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import org.junit.jupiter.api.Test;

/** The choice among ids that nobody holds. */
class FreeIdsTest extends MemoryLeases {
    /** The preferred one has to be waited for longest, and several looks show the others. */
    @Test
    void idWhoseBoundIsPassedWinsAndThenTheOneThatHasToBeWaitedForLeast() {
        long now = clock.millis();
        putHeader(0, look(0).at().incarnation());
        int last = 4 * memory.readLimit() - 1;
        for (int id = 0; id <= last; id++) {
            put(id, now, now + MINUTE.toMillis());
        }
        put(10, now + 5_000, 0);
        put(12, now + 4_000, 0);
        put(75, now + 2_000, 0);
        put(150, now + 3_000, 0);
        put(last, now - 1_000, 0);
        WorkerRequest request = request(last).withPreferredId(10);
        assertThat(acquire(request).workerId()).isEqualTo(last);
        RenewedLease soonest = acquire(request);
        assertThat(soonest.workerId()).isEqualTo(75);
        assertThat(soonest.stampedUntil()).isEqualTo(now + 2_000);
        assertThat(soonest.reservedUntil()).isEqualTo(now + 2_000 + RESERVATION.toMillis());
        assertThat(acquire(request).workerId()).isEqualTo(150);
        assertThat(acquire(request).workerId()).isEqualTo(12);
    }

    /** All of them would take minutes. */
    @Test
    void idsOfAWideRangeAreNotAllLookedAt() {
        WorkerRequest wide = request(Integer.MAX_VALUE).withPreferredId(2_000_000_000);
        assertThat(acquire(wide).workerId()).isEqualTo(2_000_000_000);
        assertThat(acquire(wide).workerId()).isNotEqualTo(2_000_000_000);
    }
}
