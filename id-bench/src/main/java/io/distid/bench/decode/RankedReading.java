package io.distid.bench.decode;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reading with how far it is from what one would expect, in years: of two that fit, ids are mostly of the younger. */
record RankedReading(Reading reading, double distance) {
    /** Clocks differ, and ids may lead them. */
    static final Duration TOLERANCE = Duration.ofDays(1);

    private static final double DAYS_PER_YEAR = 365.25;
    /** More than any time in the past, so that a time beats none. */
    private static final double WITHOUT_TIME = 200;
    /** Times of another day than the text's own date. */
    private static final double WRONG_DATE = 100;

    /**
     * Ranks a layout.
     *
     * @param bias what speaks against it (or for it, below 0), in years
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
            double years = Duration.between(time, now).toHours() / 24.0 / DAYS_PER_YEAR;
            distance += years < 0 ? WITHOUT_TIME : years;
            if (time.isAfter(now) && !time.isAfter(now.plus(TOLERANCE))) {
                distance -= WITHOUT_TIME;
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
