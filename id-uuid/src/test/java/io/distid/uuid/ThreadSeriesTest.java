package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.UuidGenerator;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Ids of one thread, whose states come by the run. */
class ThreadSeriesTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final int PER_MILLI = 1 << UuidV7.COUNTER_BITS;

    private final ManualClock source = new ManualClock(START);

    @Test
    void idsFollowTheClockFromItsNextMsOnThoughStatesAreInHand() {
        try (UuidGenerator ids = open(Duration.ofDays(1))) {
            for (int ms = 0; ms < 100; ms++) {
                assertThat(Uuids.time(ids.nextUuid())).isEqualTo(START.plusMillis(ms));
                source.advance(Duration.ofMillis(1));
            }
        }
    }

    @Test
    void statesInHandAreNotIssuedBeyondTheLead() {
        try (UuidGenerator ids = open(Duration.ofMillis(5))) {
            ids.nextUuid();
            source.stepBack(Duration.ofMillis(5));
            UUID last = ids.nextUuid();
            assertThat(Uuids.time(last)).isEqualTo(START);
            source.stepBack(Duration.ofMillis(1));
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            assertThatThrownBy(() -> ids.nextUuids(new long[2], 0, 2)).isInstanceOf(ClockBehindException.class);
            source.advance(Duration.ofMillis(1));
            assertThat(ids.nextUuid()).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
        }
    }

    /**
     * However singles and batches alternate, an id takes one state: a counter that ran away would lead the clock. Nor does a batch take more than are in
     * hand, which the next run would begin with: the first run is of 8192 states.
     */
    @Test
    void batchesAndSinglesTakeTheNextStateEach() {
        long[] halves = new long[2 * 20_000];
        try (UuidGenerator ids = open(Duration.ofDays(1))) {
            long next = counter(ids.nextUuid()) + 1;
            for (int pairs : new int[] {1, 7, 1_024, 1_025, 3_000, 2, 5_000, 20_000, 1}) {
                ids.nextUuids(halves, 0, 2 * pairs);
                for (int i = 0; i < 2 * pairs; i += 2) {
                    assertThat(counter(new UUID(halves[i], halves[i + 1]))).isEqualTo(next++);
                }
                assertThat(counter(ids.nextUuid())).isEqualTo(next++);
            }
        }
    }

    /** At least half of a ms is left behind its random start, and no more than all of it; nothing is lost at its end. */
    @Test
    void withoutALeadEachStateOfAMsIsUsedAndNoneBeyond() {
        try (UuidGenerator ids = open(Duration.ZERO)) {
            UUID last = ids.nextUuid();
            long left = PER_MILLI - 1 - counter(last);
            for (long i = 0; i < left; i++) {
                UUID id = ids.nextUuid();
                if (Uuids.compare(id, last) <= 0 || !Uuids.time(id).equals(START)) {
                    throw new AssertionError(id + " after " + last);
                }
                last = id;
            }
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            source.advance(Duration.ofMillis(1));
            assertThat(Uuids.time(ids.nextUuid())).isEqualTo(START.plusMillis(1));
        }
    }

    /** Else the rest of a run would be taken for ids of the tick that it began in. */
    @Test
    void aRunEndsWithItsTick() {
        try (UuidGenerator ids = open(Duration.ofMillis(1))) {
            UUID last = ids.nextUuid();
            for (int i = 0; i < PER_MILLI && Uuids.time(last).equals(START); i++) {
                last = ids.nextUuid();
            }
            assertThat(Uuids.time(last)).isEqualTo(START.plusMillis(1));
            source.stepBack(Duration.ofMillis(1));
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
        }
    }

    /** A reading costs most of an id; that the clock stands behind the states in hand, or that their upper half changes, must not double it. */
    @Test
    void anIdReadsTheClockOnceAlsoWhereTheClockIsBehindOrTheUpperHalfChanges() {
        AtomicLong readings = new AtomicLong();
        InstantSource counted = () -> {
            readings.incrementAndGet();
            return source.instant();
        };
        try (UuidGenerator ids = UuidV7.openPerThread(new UuidClock(counted, Duration.ofDays(1), Duration.ZERO))) {
            ids.nextUuid();
            source.stepBack(Duration.ofMillis(5));
            int drawn = 10_000;
            long before = readings.get();
            for (int i = 0; i < drawn; i++) {
                ids.nextUuid();
            }
            // Of each run, its claim reads it too: runs are of 8192 states.
            assertThat(readings.get() - before).isBetween((long) drawn, drawn + drawn / 100L);
        }
    }

    /** Which tell apart the ids of threads whose counters meet. */
    @Test
    void eachRandomBitOfAnIdVaries() {
        long random = (1L << UuidV7.RANDOM_BITS) - 1;
        long set = 0;
        long unset = 0;
        try (UuidGenerator ids = open(Duration.ofDays(1))) {
            for (int i = 0; i < 200; i++) {
                long low = ids.nextUuid().getLeastSignificantBits();
                set |= low & random;
                unset |= ~low & random;
            }
        }
        assertThat(set).as("bits that were 1").isEqualTo(random);
        assertThat(unset).as("bits that were 0").isEqualTo(random);
    }

    private UuidGenerator open(Duration maxLead) {
        return UuidV7.openPerThread(new UuidClock(source, maxLead, Duration.ZERO));
    }

    private static long counter(UUID uuid) {
        return (uuid.getMostSignificantBits() & 0xFFF) << UuidV7.COUNTER_BITS - 12
                | uuid.getLeastSignificantBits() << 2 >>> 64 - (UuidV7.COUNTER_BITS - 12);
    }
}
