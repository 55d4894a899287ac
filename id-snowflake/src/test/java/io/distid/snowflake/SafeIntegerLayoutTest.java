package io.distid.snowflake;

import static io.distid.snowflake.SnowflakeField.DATACENTER;
import static io.distid.snowflake.SnowflakeField.SEQUENCE;
import static io.distid.snowflake.SnowflakeField.TIME;
import static io.distid.snowflake.SnowflakeField.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.internal.SafeIntegers;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Layouts of 53 bits: JavaScript keeps their ids exact as numbers, from the first to the last. */
class SafeIntegerLayoutTest {
    private static final SnowflakeLayout LAYOUT = SnowflakePreset.JAVASCRIPT.layout();
    private static final int LAST_WORKER = 63;

    static List<SnowflakeLayout> layouts() {
        return List.of(
                LAYOUT,
                new SnowflakeLayout(
                        LAYOUT.epoch(), LAYOUT.tick(), 38, 0, 4, 11, List.of(WORKER, SEQUENCE, TIME, DATACENTER)));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void lastIdOfTheLastNodeIsASafeIntegerAndThenTheFormatEnds(SnowflakeLayout layout) {
        ManualClock clock = new ManualClock(layout.format().endOfLife().minusMillis(1));
        try (Snowflake ids = Snowflake.builder()
                .layout(layout)
                .clock(clock)
                .namespace("end-of-53-bits")
                .open(new FreshWorker(layout.lastNode()))) {
            long last = 0;
            for (int i = 0; i < 1 << layout.sequenceBits(); i++) {
                last = ids.nextId();
                assertThat(last).isBetween(1L, SafeIntegers.MAX);
            }
            // The last tick of all is never used.
            assertThat(SafeIntegers.MAX - last).isEqualTo(1L << layout.shift(TIME));
            clock.advance(Duration.ofMillis(1));
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void presetMakesIdsThatADoubleHolds() {
        Map<String, String> config =
                Map.of("preset", "javascript", "worker.id", String.valueOf(LAST_WORKER), "namespace", "safe-integers");
        try (LongIdGenerator ids = IdGenerators.openLong("snowflake", config)) {
            long[] batch = new long[1000];
            ids.nextIds(batch, 0, batch.length);
            for (long id : batch) {
                assertThat(id).isLessThanOrEqualTo(SafeIntegers.MAX).isEqualTo((long) (double) id);
                assertThat(LAYOUT.decode(id, Instant.now().plusSeconds(1)).worker())
                        .isEqualTo(LAST_WORKER);
            }
            assertThat(ids.traits().idsPerSecond()).hasValue(64_000);
            assertThat(ids.traits().bits()).isEqualTo(53);
        }
    }

    @Test
    void greatestIdIsThatOfTheBits() {
        assertThat(LAYOUT.greatestId()).isEqualTo(SafeIntegers.MAX);
        assertThat(SnowflakePreset.DISTID.layout().greatestId()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void idOfMoreBitsIsNotTakenApart() {
        assertThat(LAYOUT.decode(SafeIntegers.MAX).worker()).isEqualTo(LAST_WORKER);
        assertThatThrownBy(() -> LAYOUT.decode(SafeIntegers.MAX + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("id 9007199254740992 is above 9007199254740991, the greatest of time41 worker6 sequence6,"
                        + " tick 1 ms, epoch 1704067200000");
    }

    @Test
    void randomStartThatTheSequenceDoesNotHoldIsRefused() {
        Map<String, String> config =
                Map.of("preset", "javascript", "rule", "leaf", "worker.id", "1", "namespace", "safe-integers");
        assertThatThrownBy(() -> IdGenerators.openLong("snowflake", config))
                .hasMessage("sequence start is random below 100, but 6 sequence bits hold only 64");
    }
}
