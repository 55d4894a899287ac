package io.distid.bench.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakePreset;
import io.distid.text.TextForm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.machine.LocalMachineStateStorage;
import me.ahoo.cosid.machine.MachineIdDistributor;
import me.ahoo.cosid.machine.ManualMachineIdDistributor;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeIdStateParser;
import me.ahoo.cosid.snowflake.SafeJavaScriptSnowflakeId;
import me.ahoo.cosid.snowflake.SecondSnowflakeId;
import me.ahoo.cosid.snowflake.SnowflakeId;
import me.ahoo.cosid.snowflake.SnowflakeIdState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CosId's snowflake ids, followed by ours. */
class CosIdMigrationTest extends SnowflakeMigration {
    private static final MillisecondSnowflakeIdStateParser PARSER = new MillisecondSnowflakeIdStateParser(
            CosId.COSID_EPOCH,
            MillisecondSnowflakeId.DEFAULT_TIMESTAMP_BIT,
            MillisecondSnowflakeId.DEFAULT_MACHINE_BIT,
            MillisecondSnowflakeId.DEFAULT_SEQUENCE_BIT,
            ZoneOffset.UTC,
            false);
    private static final Map<String, IntFunction<SnowflakeId>> FORMS = Map.of(
            "MillisecondSnowflakeId", MillisecondSnowflakeId::new,
            "SecondSnowflakeId", SecondSnowflakeId::new,
            "SafeJavaScriptSnowflakeId.ofMillisecond", SafeJavaScriptSnowflakeId::ofMillisecond,
            "SafeJavaScriptSnowflakeId.ofSecond", SafeJavaScriptSnowflakeId::ofSecond);

    CosIdMigrationTest() {
        super("CosId");
    }

    @Override
    List<Integer> oldWorkers() {
        return List.of(0, 3, 511);
    }

    @Override
    LongSupplier oldNode(int worker) {
        return new ClockSyncSnowflakeId(new MillisecondSnowflakeId(worker))::generate;
    }

    @Override
    Fields fields(long id) {
        SnowflakeIdState state = PARSER.parse(id);
        LocalDateTime time = state.getTimestamp();
        return new Fields(time.toInstant(ZoneOffset.UTC).toEpochMilli(), state.getMachineId(), state.getSequence());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MillisecondSnowflakeId",
                "SecondSnowflakeId",
                "SafeJavaScriptSnowflakeId.ofMillisecond",
                "SafeJavaScriptSnowflakeId.ofSecond"
            })
    void eachFormOfTheTableIsReadAndGoneOnWith(String form) {
        int machine = 3;
        SnowflakeId old = FORMS.get(form).apply(machine);
        Map<String, String> row = row(form);
        SnowflakeLayout layout = layout(row);
        Duration tick = layout.tick();

        assertThat(layout.timeBits()).isEqualTo(old.getTimestampBit());
        assertThat(layout.lastNode()).isEqualTo(old.getMaxMachineId());
        assertThat((1L << layout.sequenceBits()) - 1).isEqualTo(old.getMaxSequence());

        Instant before = Instant.now();
        long id = issued.draw(old::generate);
        assertThat(layout.decode(id).worker()).isEqualTo(machine);
        assertThat(layout.decode(id).time()).isBetween(before.minus(tick), Instant.now());
        row.put("namespace", form);
        row.put("datacenter", "1");
        assertThat(issued.draw(newNode(row, machine)::nextId)).isGreaterThan(id);
    }

    @Test
    void layoutOfFewerBitsIsOneWithMoreTimeBits() {
        SnowflakeId old = new MillisecondSnowflakeId(CosId.COSID_EPOCH, 40, 8, 10, 5);
        Map<String, String> settings = page.settings();
        settings.putAll(Map.of("time-bits", "45", "worker-bits", "7", "sequence-bits", "10"));

        Instant before = Instant.now();
        long id = old.generate();
        assertThat(layout(settings).decode(id).worker()).isEqualTo(5);
        assertThat(layout(settings).decode(id).time()).isBetween(before.minusMillis(1), Instant.now());
    }

    private Map<String, String> row(String form) {
        List<String> keys = page.rows().get("CosId");
        List<String> values = page.rows().get(form);
        Map<String, String> settings = new TreeMap<>(Map.of("strategy", "snowflake"));
        for (int cell = 0; cell < keys.size(); cell++) {
            settings.put(keys.get(cell), values.get(cell));
        }
        return settings;
    }

    @Test
    void ownEpochWouldRepeatWhatWasIssuedFourYearsAgo() {
        SnowflakeLayout cosId = layout();
        SnowflakeLayout ours = SnowflakePreset.DISTID.layout();
        Instant now = Instant.parse("2026-11-22T20:00:00Z");
        Duration later = Duration.between(cosId.epoch(), ours.epoch());

        assertThat(ours.compose(now, 0, 7, 1)).isEqualTo(cosId.compose(now.minus(later), 0, 7, 1));
        assertThat(later).isBetween(Duration.ofDays(4 * 365), Duration.ofDays(4 * 366 + 10));
    }

    @Test
    void idsOfSafeMillisecondsEndOnTheDayThatThePageSays() {
        SnowflakeLayout layout = layout(row("SafeJavaScriptSnowflakeId.ofMillisecond"));
        String day = layout.decode(layout.greatestId()).time().toString().substring(0, "2039-09-25".length());

        assertThat(page.section()).contains("end on " + day);
    }

    @Test
    void textsAreThoseOfItsConverter() {
        LongSupplier old = oldNode(1);
        for (long id : new long[] {0, 61, 62, old.getAsLong(), Long.MAX_VALUE}) {
            assertThat(TextForm.BASE62.longs().encode(id)).isEqualTo(Radix62IdConverter.PAD_START.asString(id));
        }
    }

    @Test
    void itsLocalStateGoesBeforeAMachineIdGivenByHand(@TempDir Path state) {
        assertThat(machineId(600, state)).isEqualTo(600);
        assertThat(machineId(5, state)).as("as it was at first").isEqualTo(600);
    }

    private static int machineId(int given, Path state) {
        return new ManualMachineIdDistributor(
                        given, new LocalMachineStateStorage(state.toString()), ClockBackwardsSynchronizer.DEFAULT)
                .distribute(
                        "orders",
                        MillisecondSnowflakeId.DEFAULT_MACHINE_BIT,
                        InstanceId.of("10.0.0.1", 8080, true),
                        MachineIdDistributor.FOREVER_SAFE_GUARD_DURATION)
                .getMachineId();
    }
}
