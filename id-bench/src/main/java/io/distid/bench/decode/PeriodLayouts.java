package io.distid.bench.decode;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Numbers behind the digits of an hour, a day or a month, as {@code redis-incr} issues them with {@code period}. */
final class PeriodLayouts {
    /** How many digits a month has; a day and an hour have two more each. */
    private static final int MONTH_DIGITS = 6;

    private static final List<String> UNITS = List.of("a month", "a day", "an hour");
    private static final int DEFAULT_WIDTH = 8;
    private static final int LEAST_WIDTH = 4;
    /** In bits: for another width than that by default. */
    private static final double OTHER_WIDTH = 8;

    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);
    private static final int FIRST_YEAR = 2000;

    private PeriodLayouts() {}

    /** Each period that the first digits may be of, if it lies in the past. */
    static List<RankedReading> of(Written written, Instant now) {
        List<RankedReading> readings = new ArrayList<>();
        String digits = Long.toString(written.number());
        for (int unit = 0; unit < UNITS.size(); unit++) {
            int width = digits.length() - MONTH_DIGITS - 2 * unit;
            if (width >= LEAST_WIDTH && width <= DEFAULT_WIDTH) {
                add(readings, written, digits, unit, width, now);
            }
        }
        return readings;
    }

    private static void add(
            List<RankedReading> readings, Written written, String digits, int unit, int width, Instant now) {
        Instant begins;
        try {
            begins = LocalDateTime.of(
                            number(digits, 0, 4),
                            number(digits, 4, 6),
                            unit > 0 ? number(digits, 6, 8) : 1,
                            unit > 1 ? number(digits, 8, 10) : 0,
                            0)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return;
        }
        long number = number(digits, digits.length() - width, digits.length());
        if (number == 0 || number(digits, 0, 4) < FIRST_YEAR || begins.isAfter(now.plus(RankedReading.TOLERANCE))) {
            return;
        }
        double bits = FieldKind.ASSIGNED.bits(number, (int) Math.ceil(width * BITS_PER_DIGIT));
        readings.add(RankedReading.of(
                written,
                "redis-incr",
                begins,
                Map.of("number", number),
                bits + (width == DEFAULT_WIDTH ? 0 : OTHER_WIDTH),
                now,
                "the digits of " + UNITS.get(unit)));
    }

    private static int number(String digits, int from, int to) {
        return Integer.parseInt(digits, from, to, 10);
    }
}
