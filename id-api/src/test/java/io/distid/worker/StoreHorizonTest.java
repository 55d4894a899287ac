package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.worker.StoreHorizon.StoreTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Of a store that tells whole seconds: it may show a second more, less a ms, than it tells. */
class StoreHorizonTest {
    private static final long TOLD = 1_000_000_000;
    private static final long RESERVATION = 3_000;
    private static final long MAX_AHEAD = 5_000;
    private static final long ROUNDED = 1_000;
    private static final long LATEST = TOLD + ROUNDED + MAX_AHEAD + RESERVATION;

    private final WorkerRequest request = new WorkerRequest(
            "horizon",
            0,
            OptionalInt.empty(),
            Duration.ofMillis(RESERVATION),
            "layout",
            "holder",
            InstantSource.fixed(Instant.ofEpochMilli(TOLD + 200)));
    private final StoreHorizon horizon =
            new StoreHorizon(request, Duration.ofMillis(MAX_AHEAD), Duration.ofMillis(ROUNDED), "a store");

    @Test
    void noBoundIsAcceptedBeyondIt() {
        assertThat(horizon.latest(TOLD)).isEqualTo(LATEST);
        assertThatCode(() -> horizon.require("lease", LATEST, TOLD)).doesNotThrowAnyException();
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> horizon.require("lease", LATEST + 1, TOLD))
                .withMessageContaining("a bound of")
                .withMessageContaining("or less than 1 s more; at most 5000 ms ahead are allowed");
    }

    /** Whatever the store showed within the second that it tells, and whatever it shows of it now. */
    @Test
    void firstHolderOfALostRecordBeginsAboveEachBoundThatWasAccepted() {
        assertThat(horizon.stampedByLost(TOLD)).isEqualTo(LATEST + ROUNDED);
        for (long shown = TOLD; shown < TOLD + ROUNDED; shown++) {
            assertThat(horizon.stampedByLost(TOLD)).isGreaterThanOrEqualTo(horizon.latest(shown));
        }
    }

    @Test
    void firstBoundIsAReservationAheadButNeitherBeyondItNorBelowTheStamp() {
        assertThat(horizon.firstBound(Long.MIN_VALUE, TOLD)).isEqualTo(TOLD + 200 + RESERVATION);
        assertThat(horizon.firstBound(TOLD, TOLD)).isEqualTo(TOLD + 200 + RESERVATION);
        assertThat(horizon.firstBound(TOLD + 300, TOLD)).isEqualTo(TOLD + 300 + RESERVATION);
        assertThat(horizon.firstBound(LATEST - 1, TOLD)).isEqualTo(LATEST);
        assertThat(horizon.firstBound(LATEST + 1, TOLD)).isEqualTo(LATEST + 1);
    }

    /** Whatever it showed within the second that it told. */
    @Test
    void leaseLastsAReservationAtLeast() {
        assertThat(horizon.freeFrom(TOLD)).isEqualTo(TOLD + ROUNDED + RESERVATION);
        for (long shown = TOLD; shown < TOLD + ROUNDED; shown++) {
            assertThat(horizon.freeFrom(TOLD)).isGreaterThan(shown + RESERVATION);
        }
    }

    @Test
    void clockOrStampThatNoSaneHolderCanHaveIsRefused() {
        long clock = TOLD + ROUNDED + MAX_AHEAD;
        assertThatCode(() -> horizon.requireClock("lease", clock, TOLD)).doesNotThrowAnyException();
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> horizon.requireClock("lease", clock + 1, TOLD))
                .withMessageContaining("this node's clock shows")
                .withMessageContaining("or less than 1 s more; at most 5000 ms ahead are allowed");
        assertThatCode(() -> horizon.requireStart("lease", LATEST + ROUNDED, TOLD))
                .doesNotThrowAnyException();
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> horizon.requireStart("lease", LATEST + ROUNDED + 1, TOLD))
                .withMessageContaining("a longer reservation, or a clock that was ahead");
    }

    @Test
    void storeIsAskedWhereItsLastKnownTimeDoesNotAllowABound() {
        StoreTime last = new StoreTime(TOLD, 7_000_000);
        long later = 7_000_000 + 2_000_000_000L;
        assertThat(horizon.mayBeTooFar(LATEST + 2_000, last, later)).isFalse();
        assertThat(horizon.mayBeTooFar(LATEST + 2_001, last, later)).isTrue();
    }
}
