package io.distid.snowflake;

import static io.distid.snowflake.SnowflakeField.DATACENTER;
import static io.distid.snowflake.SnowflakeField.SEQUENCE;
import static io.distid.snowflake.SnowflakeField.TIME;
import static io.distid.snowflake.SnowflakeField.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SnowflakeLayoutTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Instant EPOCH = Instant.ofEpochMilli(1288834974657L);
    private static final SnowflakeLayout TWITTER = SnowflakePreset.TWITTER.layout();

    @Test
    void publishedIdIsComposedAndTakenApart() {
        Instant time = Instant.ofEpochMilli(1505914988849L);
        assertThat(TWITTER.compose(time, 17, 25, 0)).isEqualTo(910499571847892992L);
        assertThat(TWITTER.decode(910499571847892992L)).isEqualTo(new SnowflakeId(time, 17, 25, 0));
    }

    @Test
    void rangeOfAnInstantHoldsEachIdOfItsTickAndNoOther() {
        Instant time = Instant.parse("2026-11-20T12:00:00.123Z");
        long first = TWITTER.firstIdAt(time);
        long last = TWITTER.lastIdAt(time.plusNanos(999_999));
        assertThat(last - first).isEqualTo((1L << 22) - 1);
        assertThat(TWITTER.decode(first)).isEqualTo(new SnowflakeId(time, 0, 0, 0));
        assertThat(TWITTER.decode(last)).isEqualTo(new SnowflakeId(time, 31, 31, 4095));
        assertThat(TWITTER.decode(first - 1).time()).isEqualTo(time.minusMillis(1));
        assertThat(TWITTER.decode(last + 1).time()).isEqualTo(time.plusMillis(1));
    }

    @Test
    void rangeByTimeIsRefusedWhereIdsDoNotSortByTime() {
        SnowflakeLayout layout =
                new SnowflakeLayout(EPOCH, MILLI, 41, 0, 10, 12, List.of(WORKER, DATACENTER, TIME, SEQUENCE));
        String message = "ids of worker10 time41 sequence12, tick 1 ms, epoch 1288834974657 do not sort by time:"
                + " time is not the topmost field";
        assertThat(layout.increasing()).isTrue();
        assertThatThrownBy(() -> layout.firstIdAt(Instant.now()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> layout.lastIdAt(Instant.now())).hasMessage(message);
    }

    @Test
    void fingerprintDistinguishesLayouts() {
        assertThat(TWITTER.fingerprint())
                .isEqualTo("time41 datacenter5 worker5 sequence12, tick 1 ms, epoch 1288834974657");
        assertThat(SnowflakePreset.LEAF.layout().fingerprint())
                .isEqualTo(SnowflakePreset.BWMARRIN.layout().fingerprint());
        assertThat(List.of(
                        TWITTER.fingerprint(),
                        SnowflakePreset.LEAF.layout().fingerprint(),
                        SnowflakePreset.CLASSIC.layout().fingerprint(),
                        SnowflakeLayout.of(EPOCH, Duration.ofMillis(2), 41, 5, 5, 12)
                                .fingerprint(),
                        new SnowflakeLayout(EPOCH, MILLI, 41, 5, 5, 12, List.of(TIME, WORKER, DATACENTER, SEQUENCE))
                                .fingerprint()))
                .doesNotHaveDuplicates();
    }

    /** Ids of two orders can be equal, though only a field of one bit is elsewhere. */
    @Test
    void fingerprintHasFieldsOfOneBit() {
        assertThat(SnowflakeLayout.of(EPOCH, MILLI, 41, 1, 9, 12).fingerprint())
                .isEqualTo("time41 datacenter1 worker9 sequence12, tick 1 ms, epoch 1288834974657");
        assertThat(new SnowflakeLayout(EPOCH, MILLI, 61, 0, 1, 1, List.of(WORKER, TIME, SEQUENCE, DATACENTER))
                        .fingerprint())
                .isEqualTo("worker1 time61 sequence1, tick 1 ms, epoch 1288834974657");
    }

    @Test
    void layoutStaysWhenTheListOfItsOrderIsChanged() {
        List<SnowflakeField> order = new ArrayList<>(List.of(TIME, WORKER, DATACENTER, SEQUENCE));
        SnowflakeLayout layout = new SnowflakeLayout(EPOCH, MILLI, 41, 5, 5, 12, order);
        String before = layout.fingerprint();
        Collections.reverse(order);
        assertThat(layout.fingerprint()).isEqualTo(before);
        assertThat(layout.increasing()).isTrue();
    }

    @Test
    void fieldsThatAddUpToNeither63Nor53AreRefused() {
        refused(
                () -> SnowflakeLayout.of(EPOCH, MILLI, 41, 5, 6, 12),
                "time 41 + datacenter 5 + worker 6 + sequence 12 = 64 bits: must be 63, or 53 for ids that JavaScript keeps"
                        + " exact");
        refused(
                () -> SnowflakeLayout.of(EPOCH, MILLI, 41, 0, 6, 7),
                "time 41 + datacenter 0 + worker 6 + sequence 7 = 54 bits: must be 63, or 53 for ids that JavaScript keeps"
                        + " exact");
        refused(
                () -> SnowflakeLayout.of(EPOCH, MILLI, 41, -1, 11, 12),
                "datacenter bits are -1 and worker bits 11: neither may be negative, and both together may be at most 31");
        refused(
                () -> SnowflakeLayout.of(EPOCH, MILLI, 31, 16, 16, 0),
                "datacenter bits are 16 and worker bits 16: neither may be negative, and both together may be at most 31");
        refused(
                () -> SnowflakeLayout.of(EPOCH, MILLI, 0, 16, 15, 32),
                "time bits are 0 and sequence bits 32: time needs at least 1, sequence 0 to 31, and both together at most"
                        + " 63");
    }

    @Test
    void ticksAndEpochsThatNoClockCountsAreRefused() {
        refused(
                () -> SnowflakeLayout.of(EPOCH, Duration.ofNanos(1_500_000), 41, 5, 5, 12),
                "tick is PT0.0015S: must be whole ms, from 1 ms to 36500 days");
        refused(
                () -> SnowflakeLayout.of(Instant.MAX, MILLI, 41, 5, 5, 12),
                "epoch is " + Instant.MAX
                        + ": must be from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z, and in the past");
        refused(
                () -> SnowflakeLayout.of(EPOCH, Duration.ofDays(1), 63, 0, 0, 0),
                "63 time bits of 86400000 ms reach beyond what a 64-bit clock can count");
    }

    @Test
    void epochIsKeptToTheMillisecond() {
        SnowflakeLayout layout = SnowflakeLayout.of(EPOCH.plusNanos(999_999), MILLI, 41, 5, 5, 12);
        assertThat(layout).isEqualTo(TWITTER);
        assertThat(layout.compose(layout.decode(1).time(), 0, 0, 1)).isEqualTo(1);
    }

    @Test
    void ordersThatDoNotNameEachFieldOnceAreRefused() {
        refused(
                () -> new SnowflakeLayout(EPOCH, MILLI, 41, 5, 5, 12, List.of(TIME, TIME, WORKER, SEQUENCE)),
                "fields are [TIME, TIME, WORKER, SEQUENCE]: must be time, datacenter, worker and sequence, each once");
        refused(
                () -> new SnowflakeLayout(EPOCH, MILLI, 41, 5, 5, 12, List.of()),
                "fields are []: must be time, datacenter, worker and sequence, each once");
    }

    @Test
    void fieldsThatDoNotFitAreRefused() {
        Instant time = Instant.parse("2026-11-20T12:00:00Z");
        illegal(() -> TWITTER.compose(time, 32, 0, 0), "datacenter is 32: must be from 0 to 31 in 5 bits");
        illegal(() -> TWITTER.compose(time, 0, -1, 0), "worker is -1: must be from 0 to 31 in 5 bits");
        illegal(() -> TWITTER.compose(time, 0, 0, 4096), "sequence is 4096: must be from 0 to 4095 in 12 bits");
    }

    @Test
    void timesOutsideTheFormatAreRefused() {
        Instant end = EPOCH.plusMillis(1L << 41);
        for (Instant time : List.of(EPOCH.minusNanos(1), end, Instant.MIN, Instant.MAX)) {
            String message = "time " + time + " is not within the layout's: from " + EPOCH + " to before " + end;
            illegal(() -> TWITTER.compose(time, 0, 0, 0), message);
            illegal(() -> TWITTER.firstIdAt(time), message);
            illegal(() -> TWITTER.lastIdAt(time), message);
        }
        assertThat(TWITTER.firstIdAt(EPOCH)).isZero();
        assertThat(TWITTER.lastIdAt(end.minusNanos(1))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void negativeIdsAreRefused() {
        illegal(() -> TWITTER.decode(-1), "a Snowflake id is not negative: -1");
        illegal(
                () -> TWITTER.decode(Long.MIN_VALUE, Instant.now()),
                "a Snowflake id is not negative: " + Long.MIN_VALUE);
    }

    @Test
    void idOfAnotherLayoutIsRefusedByItsTime() {
        Instant now = Instant.parse("2026-11-20T12:00:00Z");
        // The same split, but counted from 1970.
        long other = now.toEpochMilli() << 22;
        assertThat(TWITTER.decode(TWITTER.lastIdAt(now), now).time()).isEqualTo(now);
        illegal(
                () -> TWITTER.decode(TWITTER.firstIdAt(now.plusMillis(1)), now),
                "id " + TWITTER.firstIdAt(now.plusMillis(1)) + " would carry 2026-11-20T12:00:00.001Z, which is after "
                        + now + ": it is of another layout than " + TWITTER);
        illegal(
                () -> TWITTER.decode(other, now),
                "id " + other + " would carry " + TWITTER.decode(other).time() + ", which is after " + now
                        + ": it is of another layout than time41 datacenter5 worker5 sequence12, tick 1 ms, epoch"
                        + " 1288834974657");
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(ConfigException.class).hasMessage(message);
    }

    private static void illegal(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
