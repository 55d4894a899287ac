package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.UuidGenerator;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidV7CounterTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final int PER_MILLI = 1 << UuidV7.COUNTER_BITS;

    private final ManualClock source = new ManualClock(START);
    private final UuidClock clock = new UuidClock(source, Duration.ofDays(1), Duration.ZERO);

    @Test
    void rollOverCarriesIntoTheTimeAndLeadsTheClock() {
        try (UuidV7 ids = UuidV7.open(clock)) {
            long[] halves = new long[4 * PER_MILLI];
            UUID last = ids.nextUuid();
            ids.nextUuids(halves, 0, halves.length);
            for (int i = 0; i < halves.length; i += 2) {
                UUID next = new UUID(halves[i], halves[i + 1]);
                if (Uuids.compare(next, last) <= 0) {
                    throw new AssertionError(next + " after " + last);
                }
                last = next;
            }
            assertThat(Uuids.time(last)).isEqualTo(START.plusMillis(2));
            assertThat(ids.lead()).isEqualTo(Duration.ofMillis(2));
        }
    }

    @Test
    void eachMsStartsAtRandomBelowHalfOfTheCounter() {
        Set<Long> starts = new HashSet<>();
        try (UuidV7 ids = UuidV7.open(clock)) {
            for (int i = 0; i < 200; i++) {
                source.advance(Duration.ofMillis(1));
                long start = counter(ids.nextUuid());
                assertThat(start).isLessThan(PER_MILLI / 2);
                starts.add(start);
                assertThat(counter(ids.nextUuid())).isEqualTo(start + 1);
            }
        }
        // 200 of 2^18 values: 20 repeats would be a wonder.
        assertThat(starts).hasSizeGreaterThan(180);
    }

    @Test
    void batchesOfOneMsGoOnWhereTheLastEnded() {
        try (UuidV7 ids = UuidV7.open(clock)) {
            long next = counter(ids.nextUuid()) + 1;
            long[] halves = new long[20];
            for (int batch = 0; batch < 50; batch++) {
                ids.nextUuids(halves, 0, halves.length);
                assertThat(counter(new UUID(halves[0], halves[1]))).isEqualTo(next);
                next += 10;
            }
        }
    }

    @Test
    void eachOfTheRandomBitsIsSetInHalfOfTheIds() {
        try (UuidGenerator ids = UuidV7.open(clock)) {
            int count = 10_000;
            int[] set = new int[64];
            for (int i = 0; i < count; i++) {
                long low = ids.nextUuid().getLeastSignificantBits();
                for (int bit = 0; bit < UuidV7.RANDOM_BITS; bit++) {
                    set[bit] += (int) (low >>> bit & 1);
                }
            }
            assertThat(UuidV7.RANDOM_BITS).isGreaterThanOrEqualTo(32);
            for (int bit = 0; bit < UuidV7.RANDOM_BITS; bit++) {
                // The standard deviation is 50.
                assertThat(set[bit]).as("bit %d", bit).isBetween(count / 2 - 400, count / 2 + 400);
            }
        }
    }

    @Test
    void threadsHaveCountersOfTheirOwnWhereTheOrderIsTheirs() throws InterruptedException {
        try (UuidGenerator ids = UuidV7.openPerThread(clock)) {
            long mine = counter(ids.nextUuid());
            long[] others = new long[8];
            for (int i = 0; i < others.length; i++) {
                int at = i;
                Thread thread = new Thread(() -> others[at] = counter(ids.nextUuid()));
                thread.start();
                thread.join();
            }
            assertThat(counter(ids.nextUuid())).isEqualTo(mine + 1);
            assertThat(others).doesNotHaveDuplicates();
        }
    }

    private static long counter(UUID uuid) {
        return (uuid.getMostSignificantBits() & 0xFFF) << UuidV7.COUNTER_BITS - 12
                | uuid.getLeastSignificantBits() << 2 >>> 64 - (UuidV7.COUNTER_BITS - 12);
    }
}
