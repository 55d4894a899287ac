package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.ClockBehindException;
import io.distid.IdGenerators;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each key does. */
class SnowflakeProviderTest {
    private static Snowflake open(String... settings) {
        Map<String, String> config = ConfigPairs.with(Map.of("worker.id", "9", "namespace", "provider"), settings);
        return (Snowflake) IdGenerators.openLong("snowflake", config);
    }

    @ParameterizedTest
    @EnumSource(
            value = SnowflakePreset.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MASTODON"})
    void presetIsTheLayout(SnowflakePreset preset) {
        String name = preset.name().toLowerCase(java.util.Locale.ROOT);
        try (Snowflake snowflake = open("preset", name)) {
            assertThat(snowflake.layout()).isEqualTo(preset.layout());
            SnowflakeId id = snowflake.decode(snowflake.nextId());
            assertThat(id.worker()).isEqualTo(9);
            assertThat(Duration.between(id.time(), Instant.now()).abs()).isLessThan(Duration.ofHours(1));
        }
    }

    @Test
    void eachPartOfAPresetCanBeChanged() {
        try (Snowflake snowflake = open(
                "preset", "twitter",
                "epoch", "2020-01-01T00:00:00Z",
                "tick", "10ms",
                "time-bits", "39",
                "datacenter-bits", "0",
                "worker-bits", "16",
                "sequence-bits", "8",
                "field-order", "time,sequence,datacenter,worker")) {
            assertThat(snowflake.layout().fingerprint())
                    .isEqualTo("time39 sequence8 worker16, tick 10 ms, epoch 1577836800000");
            assertThat(snowflake.nextId() & 0xFFFF).isEqualTo(9);
        }
    }

    @Test
    void workerIsCountedWithinItsDatacenter() {
        try (Snowflake snowflake = open("datacenter", "17")) {
            SnowflakeId id = snowflake.decode(snowflake.nextId());
            assertThat(id.datacenter()).isEqualTo(17);
            assertThat(id.worker()).isEqualTo(9);
            assertThat(snowflake.health().workerId()).isEqualTo(17 << 5 | 9);
        }
        try (Snowflake snowflake = open("worker.id", "570")) {
            SnowflakeId id = snowflake.decode(snowflake.nextId());
            assertThat(id.datacenter()).isEqualTo(17);
            assertThat(id.worker()).isEqualTo(26);
        }
    }

    @Test
    void sequenceStartSpreadsTheLowestBits() {
        Set<Long> starts = new HashSet<>();
        try (Snowflake snowflake = open("sequence-start", "random:4")) {
            for (int i = 0; i < 40; i++) {
                SnowflakeId id = snowflake.decode(snowflake.nextId());
                starts.add(id.sequence());
                Eventually.await("the next ms")
                        .until(() -> Instant.now().toEpochMilli() > id.time().toEpochMilli());
            }
        }
        assertThat(starts).hasSizeGreaterThan(1).isSubsetOf(0L, 1L, 2L, 3L);
        try (Snowflake snowflake = open("rule", "leaf", "sequence-start", "zero")) {
            assertThat(snowflake.decode(snowflake.nextId()).sequence()).isZero();
        }
    }

    @Test
    void maxLeadAndMaxWaitAreHeeded() {
        try (Snowflake snowflake = open("max-lead", "2s", "max-wait", "0ms")) {
            long[] batch = new long[100_000];
            ClockBehindException end = Assertions.catchThrowableOfType(ClockBehindException.class, () -> {
                while (true) {
                    snowflake.nextIds(batch, 0, batch.length);
                }
            });
            assertThat(Duration.between(end.clockTime(), end.idTime()))
                    .isBetween(Duration.ofMillis(2_000), Duration.ofMillis(2_100));
        }
    }

    @Test
    void coarseClockTicksWhileSomebodyUsesIt() {
        try (Snowflake snowflake = open("clock", "coarse")) {
            SnowflakeId first = snowflake.decode(snowflake.nextId());
            Eventually.await("a later tick")
                    .until(() -> snowflake.decode(snowflake.nextId()).time().isAfter(first.time()));
            assertThat(tickers()).isOne();
        }
        Eventually.await("the end of the clock's thread").until(() -> tickers() == 0);
        Assertions.assertThatThrownBy(() -> open("clock", "coarse", "worker.id", "1024"))
                .hasMessage("worker id is 1024 (key worker.id): must be from 0 to 1023, the range of the layout");
        Eventually.await("the end of the clock's thread").until(() -> tickers() == 0);
    }

    private static long tickers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("distid-coarse-clock"))
                .count();
    }
}
