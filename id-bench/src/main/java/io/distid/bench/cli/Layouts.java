package io.distid.bench.cli;

import io.distid.snowflake.SnowflakeId;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakePreset;
import io.distid.sonyflake.SonyflakeFormat;
import io.distid.sonyflake.SonyflakeId;
import io.distid.uuid.Uuids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The layouts that an id may be of. */
final class Layouts {
    /** Clocks differ, and ids may lead them. */
    private static final Duration TOLERANCE = Duration.ofDays(1);

    private Layouts() {}

    /**
     * What an id says if it is of one layout.
     *
     * @param layout its name
     * @param time the start of its tick, or null if it carries no time
     * @param fields the others, from the highest bits to the lowest
     */
    record Reading(String layout, @Nullable Instant time, Map<String, Object> fields) {}

    /**
     * Each layout by which a 63-bit id was issued between the layout's epoch and a day from now. Which of them made it cannot be
     * seen from the bits.
     */
    static List<Reading> of(long id, Instant now) {
        Instant latest = now.plus(TOLERANCE);
        List<Reading> readings = new ArrayList<>();
        for (SnowflakePreset preset : SnowflakePreset.values()) {
            if (id <= preset.layout().greatestId()) {
                readings.add(snowflake(preset, id));
            }
        }
        readings.add(sonyflake("sonyflake", SonyflakeFormat.DEFAULT, id));
        readings.add(sonyflake("sonyflake-v2", SonyflakeFormat.VERSION_2, id));
        readings.removeIf(reading -> reading.time() == null || reading.time().isAfter(latest));
        return readings;
    }

    /** The one layout that a UUID's version and variant name. */
    static Reading of(UUID uuid) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (uuid.equals(Uuids.NIL) || uuid.equals(Uuids.MAX)) {
            return new Reading(uuid.equals(Uuids.NIL) ? "uuid-nil" : "uuid-max", null, fields);
        }
        if (uuid.variant() != 2) {
            fields.put("variant", uuid.variant());
            return new Reading("uuid of no RFC 9562 variant", null, fields);
        }
        int version = uuid.version();
        fields.put("version", version);
        Instant time = null;
        switch (version) {
            case 1, 6 -> {
                time = Uuids.time(uuid);
                long low = uuid.getLeastSignificantBits();
                fields.put("clock-sequence", low >>> 48 & 0x3FFF);
                fields.put("node", hex(low & 0xFFFF_FFFF_FFFFL, 12));
            }
            case 7 -> {
                time = Uuids.time(uuid);
                fields.put("rand-a", hex(uuid.getMostSignificantBits() & 0xFFF, 3));
                fields.put("rand-b", hex(uuid.getLeastSignificantBits() << 2 >>> 2, 16));
            }
            default -> {
                // Random bits, a hash, or what only its maker knows.
            }
        }
        return new Reading("uuid-v" + version, time, fields);
    }

    private static Reading snowflake(SnowflakePreset preset, long id) {
        SnowflakeLayout layout = preset.layout();
        SnowflakeId decoded = layout.decode(id);
        Map<String, Object> fields = new LinkedHashMap<>();
        if (layout.datacenterBits() > 0) {
            fields.put("datacenter", decoded.datacenter());
        }
        if (layout.workerBits() > 0) {
            fields.put("worker", decoded.worker());
        }
        fields.put("sequence", decoded.sequence());
        return new Reading(preset.name().toLowerCase(Locale.ROOT), decoded.time(), fields);
    }

    private static Reading sonyflake(String name, SonyflakeFormat format, long id) {
        SonyflakeId decoded = format.decompose(id);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sequence", decoded.sequence());
        fields.put("machine", decoded.machineId());
        return new Reading(name, decoded.time(), fields);
    }

    private static String hex(long value, int digits) {
        return String.format(Locale.ROOT, "%0" + digits + "x", value);
    }
}
