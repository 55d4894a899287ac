package io.distid.bench.decode;

import io.distid.snowflake.SnowflakeId;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakePreset;
import io.distid.sonyflake.SonyflakeFormat;
import io.distid.sonyflake.SonyflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The layouts that a number of 63 bits may be of. Which of them made it cannot be seen from the bits. */
final class NumberLayouts {
    /** Nobody's format is in use on its first day; what seems to be of that is a counter. */
    private static final Duration FIRST_DAY = Duration.ofDays(1);
    /** For a form that belongs to the layout. */
    private static final double OWN_FORM = -100;
    /** Above what a counter reaches, and below what a layout of a year or more issues. */
    private static final long COUNTER_LIMIT = 1L << 40;

    /** TSID's default: 42 bits of ms since 2020, 10 of node, 12 of counter. */
    private static final SnowflakeLayout TSID =
            SnowflakeLayout.of(Instant.parse("2020-01-01T00:00:00Z"), Duration.ofMillis(1), 41, 0, 10, 12);

    private static final Names DEFAULT = new Names("datacenter", "worker", "sequence");
    private static final Map<SnowflakePreset, Names> OWNERS = Map.of(
            SnowflakePreset.DISCORD, new Names("worker", "process", "increment"),
            SnowflakePreset.INSTAGRAM, new Names("", "shard", "sequence"),
            SnowflakePreset.BWMARRIN, new Names("", "node", "step"),
            SnowflakePreset.MASTODON, new Names("", "", "sequence-and-hash"));

    private NumberLayouts() {}

    /** How an owner calls the fields. */
    private record Names(String datacenter, String worker, String sequence) {}

    /** Each layout by which it was issued between the day after the layout's epoch and a day from now. */
    static List<RankedReading> of(Written written, Instant now) {
        long id = written.number();
        List<RankedReading> readings = new ArrayList<>();
        for (SnowflakePreset preset : SnowflakePreset.values()) {
            if (id <= preset.layout().greatestId()) {
                boolean own =
                        preset == SnowflakePreset.BWMARRIN && written.form().startsWith("bwmarrin");
                String name = preset.name().toLowerCase(Locale.ROOT);
                add(readings, written, name, preset.layout(), OWNERS.getOrDefault(preset, DEFAULT), own, now);
            }
        }
        add(readings, written, "tsid", TSID, new Names("", "node", "counter"), false, now);
        add(readings, written, "sonyflake", SonyflakeFormat.DEFAULT, now);
        add(readings, written, "sonyflake-v2", SonyflakeFormat.VERSION_2, now);
        // A number that is great and of no layout is nothing that can be named, unless some form had to be found for
        // it.
        if (readings.isEmpty() && (id < COUNTER_LIMIT || !written.form().equals("decimal"))) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("value", id);
            readings.add(RankedReading.of(
                    written,
                    "number",
                    null,
                    fields,
                    0,
                    now,
                    id < COUNTER_LIMIT ? "too small to carry a time: of a counter" : "of no layout that is known"));
        }
        return readings;
    }

    /** One layout that is given, whatever time that makes. */
    static RankedReading of(Written written, SnowflakeLayout layout, Instant now) {
        SnowflakeId decoded = layout.decode(written.number());
        return RankedReading.of(
                written, "snowflake", decoded.time(), fields(layout, decoded, DEFAULT), 0, now, "the layout given");
    }

    /** One format that is given, whatever time that makes. */
    static RankedReading of(Written written, SonyflakeFormat format, Instant now) {
        SonyflakeId decoded = format.decompose(written.number());
        return RankedReading.of(written, "sonyflake", decoded.time(), fields(decoded), 0, now, "the layout given");
    }

    private static void add(
            List<RankedReading> readings,
            Written written,
            String name,
            SnowflakeLayout layout,
            Names names,
            boolean ownForm,
            Instant now) {
        SnowflakeId decoded = layout.decode(written.number());
        if (isLikely(decoded.time(), layout.epoch(), now)) {
            Map<String, Object> fields = fields(layout, decoded, names);
            readings.add(
                    ownForm
                            ? RankedReading.of(written, name, decoded.time(), fields, OWN_FORM, now, "its own text")
                            : RankedReading.of(written, name, decoded.time(), fields, 0, now));
        }
    }

    private static void add(
            List<RankedReading> readings, Written written, String name, SonyflakeFormat format, Instant now) {
        SonyflakeId decoded = format.decompose(written.number());
        if (isLikely(decoded.time(), format.startTime(), now)) {
            readings.add(RankedReading.of(written, name, decoded.time(), fields(decoded), 0, now));
        }
    }

    private static boolean isLikely(Instant time, Instant epoch, Instant now) {
        return !time.isBefore(epoch.plus(FIRST_DAY)) && !time.isAfter(now.plus(RankedReading.TOLERANCE));
    }

    private static Map<String, Object> fields(SnowflakeLayout layout, SnowflakeId decoded, Names names) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (layout.datacenterBits() > 0) {
            fields.put(names.datacenter(), decoded.datacenter());
        }
        if (layout.workerBits() > 0) {
            fields.put(names.worker(), decoded.worker());
        }
        fields.put(names.sequence(), decoded.sequence());
        return fields;
    }

    private static Map<String, Object> fields(SonyflakeId decoded) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sequence", decoded.sequence());
        fields.put("machine", decoded.machineId());
        return fields;
    }
}
