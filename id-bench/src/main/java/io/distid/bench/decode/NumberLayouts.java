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
    /** How many bits fewer than chance takes are worth a word. */
    private static final double TELLING = 4;
    /** For a form that belongs to the layout. */
    private static final double OWN_FORM = -100;
    /** Above what a counter reaches, and below what a layout of a year or more issues. */
    private static final long COUNTER_LIMIT = 1L << 40;

    /** TSID's default: 42 bits of ms since 2020, 10 of node, 12 of counter. */
    private static final SnowflakeLayout TSID =
            SnowflakeLayout.of(Instant.parse("2020-01-01T00:00:00Z"), Duration.ofMillis(1), 41, 0, 10, 12);

    /** In bits: one of these is pasted more often than one of anything else. */
    private static final double WIDELY_USED = 4;
    /** In bits: for the length of its own text. */
    private static final double OWN_LENGTH = 10;
    /** In bits: Twitter published Snowflake in June 2010, so nothing of the kind is older. */
    private static final double BEFORE_SNOWFLAKE = 50;

    private static final Instant SNOWFLAKE = Instant.parse("2010-06-01T00:00:00Z");
    private static final int TSID_TEXT = 13;

    private static final Owner DEFAULT =
            new Owner("datacenter", "worker", "sequence", FieldKind.ASSIGNED, FieldKind.PER_TICK, 0);
    private static final Owner OF_TSID =
            new Owner("", "node", "counter", FieldKind.RANDOM, FieldKind.RANDOM, WIDELY_USED);
    private static final Map<SnowflakePreset, Owner> OWNERS = Map.of(
            SnowflakePreset.TWITTER,
            new Owner("datacenter", "worker", "sequence", FieldKind.ASSIGNED, FieldKind.PER_TICK, WIDELY_USED),
            SnowflakePreset.DISCORD,
            new Owner("worker", "process", "increment", FieldKind.ASSIGNED, FieldKind.RUNNING, WIDELY_USED),
            SnowflakePreset.INSTAGRAM,
            new Owner("", "shard", "sequence", FieldKind.ASSIGNED, FieldKind.RUNNING, WIDELY_USED),
            SnowflakePreset.LEAF,
            new Owner("", "worker", "sequence", FieldKind.ASSIGNED, FieldKind.RANDOM_START, 0),
            SnowflakePreset.BWMARRIN,
            new Owner("", "node", "step", FieldKind.ASSIGNED, FieldKind.PER_TICK, 0),
            SnowflakePreset.MASTODON,
            new Owner("", "", "sequence-and-hash", FieldKind.ASSIGNED, FieldKind.RANDOM, 0));

    private NumberLayouts() {}

    /**
     * How an owner calls the fields, and fills them.
     *
     * @param common how much more often its ids are met than others, in bits
     */
    private record Owner(
            String datacenter, String worker, String sequence, FieldKind nodes, FieldKind sequences, double common) {

        /** What it takes to say an id's fields, and how much less often than others it is met. */
        double bits(SnowflakeLayout layout, SnowflakeId id) {
            return nodes.bits(id.datacenter(), layout.datacenterBits())
                    + nodes.bits(id.worker(), layout.workerBits())
                    + sequences.bits(id.sequence(), layout.sequenceBits())
                    - common;
        }
    }

    /** Each layout by which it was issued between the day after the layout's epoch and a day from now. */
    static List<RankedReading> of(Written written, Instant now) {
        long id = written.number();
        List<RankedReading> readings = new ArrayList<>();
        for (SnowflakePreset preset : SnowflakePreset.values()) {
            if (id <= preset.layout().greatestId()) {
                boolean own =
                        preset == SnowflakePreset.BWMARRIN && written.form().startsWith("bwmarrin");
                String name = preset.name().toLowerCase(Locale.ROOT);
                add(
                        readings,
                        written,
                        name,
                        preset.layout(),
                        OWNERS.getOrDefault(preset, DEFAULT),
                        own ? OWN_FORM : 0,
                        now);
            }
        }
        boolean tsidText = written.form().equals("crockford") && written.length() == TSID_TEXT;
        add(readings, written, "tsid", TSID, OF_TSID, tsidText ? -OWN_LENGTH : 0, now);
        add(readings, written, "sonyflake", SonyflakeFormat.DEFAULT, now);
        add(readings, written, "sonyflake-v2", SonyflakeFormat.VERSION_2, now);
        if (written.form().equals("decimal")) {
            readings.addAll(PeriodLayouts.of(written, now));
        }
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
            Owner owner,
            double ownText,
            Instant now) {
        SnowflakeId decoded = layout.decode(written.number());
        if (isLikely(decoded.time(), layout.epoch(), now)) {
            double bits = owner.bits(layout, decoded);
            int chance = layout.datacenterBits() + layout.workerBits() + layout.sequenceBits();
            double bias = ownText + bits + (decoded.time().isBefore(SNOWFLAKE) ? BEFORE_SNOWFLAKE : 0);
            readings.add(RankedReading.of(
                    written,
                    name,
                    decoded.time(),
                    fields(layout, decoded, owner),
                    bias,
                    now,
                    reasons(ownText < 0, owner.common() > 0, bits + owner.common(), chance)));
        }
    }

    private static String[] reasons(boolean ownText, boolean common, double bits, int chance) {
        List<String> reasons = new ArrayList<>();
        if (ownText) {
            reasons.add("its own text");
        }
        if (common) {
            reasons.add("widely used");
        }
        if (bits < chance - TELLING) {
            reasons.add("small fields");
        }
        return reasons.toArray(String[]::new);
    }

    private static void add(
            List<RankedReading> readings, Written written, String name, SonyflakeFormat format, Instant now) {
        SonyflakeId decoded = format.decompose(written.number());
        if (isLikely(decoded.time(), format.startTime(), now)) {
            double bits = FieldKind.PER_TICK.bits(decoded.sequence(), format.bitsSequence())
                    + FieldKind.RANDOM.bits(decoded.machineId(), format.bitsMachineId());
            // Of a longer tick, so that its time has fewer bits.
            double tick = Math.log(format.timeUnit().toMillis()) / Math.log(2);
            int chance = format.bitsSequence() + format.bitsMachineId();
            readings.add(RankedReading.of(
                    written,
                    name,
                    decoded.time(),
                    fields(decoded),
                    bits - tick,
                    now,
                    reasons(false, false, bits, chance)));
        }
    }

    private static boolean isLikely(Instant time, Instant epoch, Instant now) {
        return !time.isBefore(epoch.plus(FIRST_DAY)) && !time.isAfter(now.plus(RankedReading.TOLERANCE));
    }

    private static Map<String, Object> fields(SnowflakeLayout layout, SnowflakeId decoded, Owner owner) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (layout.datacenterBits() > 0) {
            fields.put(owner.datacenter(), decoded.datacenter());
        }
        if (layout.workerBits() > 0) {
            fields.put(owner.worker(), decoded.worker());
        }
        fields.put(owner.sequence(), decoded.sequence());
        return fields;
    }

    private static Map<String, Object> fields(SonyflakeId decoded) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sequence", decoded.sequence());
        fields.put("machine", decoded.machineId());
        return fields;
    }
}
