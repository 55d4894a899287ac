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
 * A reading with how far it is from what one would expect: how many bits it takes to say the id by it, and what speaks against it. A time
 * takes fewer bits, the nearer to now it is; each doubling of an age is taken to be as likely as any.
 */
record RankedReading(Reading reading, double distance) {
    /** Clocks differ, and ids may lead them. */
    static final Duration TOLERANCE = Duration.ofDays(1);

    /** Ids of one moment ago are not less likely than those of two. */
    private static final long YOUNGEST_MILLIS = 1_000;

    private static final double DAYS_PER_YEAR = 365.25;
    /** More than any time in the past, so that a time beats none. */
    private static final double WITHOUT_TIME = 200;
    /** Times of another day than the text's own date. */
    private static final double WRONG_DATE = 100;

    /**
     * Ranks a layout.
     *
     * @param bias what speaks against it (or for it, below 0), in bits
     * @param reasons what speaks for it, besides its time
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
