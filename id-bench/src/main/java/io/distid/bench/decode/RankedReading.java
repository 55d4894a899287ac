package io.distid.bench.decode;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reading with its distance from the expected id. The distance is the number of bits that describe the id by this
 * reading, plus penalties. A time needs fewer bits, the nearer it is to now: each doubling of an age is taken to be
 * equally likely.
 */
record RankedReading(Reading reading, double distance) {
    /** Clocks differ, and ids may lead them. */
    static final Duration TOLERANCE = Duration.ofDays(1);

    /** Younger ids than this are equally likely. */
    private static final long YOUNGEST_MILLIS = 1_000;

    private static final double DAYS_PER_YEAR = 365.25;
    /** The penalty for a reading without a time: more than any time in the past. */
    private static final double WITHOUT_TIME = 200;
    /** The penalty for a time on another day than the date in the text. */
    private static final double WRONG_DATE = 100;

    /**
     * Ranks a layout.
     *
     * @param bias the penalty (or bonus, below 0), in bits
     * @param reasons the reasons for it, besides its time
     */
    static RankedReading of(
            Written written,
            String layout,
            @Nullable Instant time,
            Map<String, Object> fields,
            double bias,
            Instant now,
            String... reasons) {
        List<String> why = new ArrayList<>(written.reasons());
        why.addAll(List.of(reasons));
        double distance = written.distance() + bias;
        if (time == null) {
            distance += WITHOUT_TIME;
        } else {
            why.add(age(time, now));
            long age = Duration.between(time, now).abs().toMillis();
            distance += Math.log(Math.max(age, YOUNGEST_MILLIS)) / Math.log(2);
            if (time.isAfter(now.plus(TOLERANCE))) {
                distance += WITHOUT_TIME;
            }
            if (written.date() != null) {
                distance += written.date().equals(time.atZone(ZoneOffset.UTC).toLocalDate()) ? 0 : WRONG_DATE;
            }
        }
        return new RankedReading(
                new Reading(layout, time, fields, written.id(), written.bits(), String.join(", ", why)), distance);
    }

    private static String age(Instant time, Instant now) {
        Duration age = Duration.between(time, now);
        String length = length(age.abs());
        return age.isNegative() ? "in " + length : length + " ago";
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
                : String.format(Locale.ROOT, "%.1f years", length.toDays() / DAYS_PER_YEAR);
    }
}
