package io.distid.bench.decode;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.distid.spi.LayoutReader;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An id read by one layout. Immutable, unless the fields are changed.
 *
 * @param layout its name
 * @param time the start of its tick, or null if it carries no time
 * @param fields the other fields by their owner's names, from the highest bits to the lowest
 * @param id the number in decimal, the UUID, or the text of an id that is neither
 * @param bits the number of bits of the id
 * @param why the reasons for this reading
 * @param distance from the expected id: the bits that describe the id by this reading, plus penalties. A time needs
 *     fewer bits, the nearer it is to now: each doubling of an age is taken to be equally likely.
 */
public record Reading(
        String layout,
        @Nullable Instant time,
        Map<String, Object> fields,
        String id,
        int bits,
        String why,
        @JsonIgnore double distance) {
    /** Clocks differ, and ids may lead them. */
    static final Duration TOLERANCE = Duration.ofDays(1);

    /** Younger ids than this are equally likely. */
    private static final long YOUNGEST_MILLIS = 1_000;

    /** The penalty for a reading without a time: more than any time in the past. */
    private static final double WITHOUT_TIME = 200;
    /** The penalty for a time on another day than the date in the text. */
    private static final double WRONG_DATE = 100;

    /** Reads by a layout; {@code names}: of its first fields, as their owner calls them. */
    static Reading of(
            Written written,
            String layout,
            LayoutReader reader,
            List<String> names,
            double bias,
            Instant now,
            String... reasons) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (LayoutReader.Field field : reader.fields(written.high(), written.low())) {
            int index = named.size();
            named.put(index < names.size() ? names.get(index) : field.name(), field.value());
        }
        return of(written, layout, reader.time(written.high(), written.low()), named, bias, now, reasons);
    }

    /**
     * Ranks a layout.
     *
     * @param bias the penalty (or bonus, below 0), in bits
     * @param reasons the reasons for it, besides its time
     */
    static Reading of(
            Written written,
            String layout,
            @Nullable Instant time,
            Map<String, Object> fields,
            double bias,
            Instant now,
            String... reasons) {
        List<String> why = new ArrayList<>(written.reasons());
        why.addAll(List.of(reasons));
        double distance = written.distance() + bias + (time == null ? WITHOUT_TIME : 0);
        if (time != null) {
            Duration age = Duration.between(time, now);
            why.add(age.isNegative() ? "in " + length(age.abs()) : length(age) + " ago");
            distance += Math.log(Math.max(age.abs().toMillis(), YOUNGEST_MILLIS)) / Math.log(2);
            distance += time.isAfter(now.plus(TOLERANCE)) ? WITHOUT_TIME : 0;
            boolean sameDay = written.date() == null
                    || written.date().equals(time.atZone(ZoneOffset.UTC).toLocalDate());
            distance += sameDay ? 0 : WRONG_DATE;
        }
        return new Reading(layout, time, fields, written.id(), written.bits(), String.join(", ", why), distance);
    }

    private static String length(Duration length) {
        if (length.toMinutes() < 120) {
            return length.toMinutes() + " min";
        }
        if (length.toHours() < 48) {
            return length.toHours() + " h";
        }
        return length.toDays() < 730
                ? length.toDays() + " days"
                : String.format(Locale.ROOT, "%.1f years", length.toDays() / 365.25);
    }
}
