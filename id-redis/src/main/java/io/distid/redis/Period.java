package io.distid.redis;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;

/**
 * A day, month or hour of a time zone, within which ids count from 1. Its number is the first part of its ids: {@code 20261121}, {@code 202611}, {@code 2026112107}. When a zone sets its clocks back, the hour
 * that comes twice is one period of two hours, so that numbers never fall. When a zone sets its clocks forward, an hour is left out.
 *
 * @param number the digits of the period, year first
 * @param start epoch ms of its first ms
 * @param end epoch ms after its last ms
 */
record Period(long number, long start, long end) {

    /** The length of a period. */
    enum Unit {
        HOUR(ChronoUnit.HOURS, "uuuuMMddHH"),
        DAY(ChronoUnit.DAYS, "uuuuMMdd"),
        MONTH(ChronoUnit.MONTHS, "uuuuMM");

        private final ChronoUnit unit;
        private final DateTimeFormatter digits;

        Unit(ChronoUnit unit, String digits) {
            this.unit = unit;
            this.digits = DateTimeFormatter.ofPattern(digits);
        }
    }

    /** The period that an instant lies in. */
    static Period at(Unit unit, ZoneId zone, long epochMillis) {
        LocalDateTime time = Instant.ofEpochMilli(epochMillis).atZone(zone).toLocalDateTime();
        LocalDateTime first =
                unit == Unit.MONTH ? time.toLocalDate().withDayOfMonth(1).atStartOfDay() : time.truncatedTo(unit.unit);
        Period period = of(unit, zone, first);
        // If clocks go back by other than one whole hour, a local time comes again after its period has ended.
        while (epochMillis >= period.end) {
            first = first.plus(1, unit.unit);
            period = of(unit, zone, first);
        }
        return period;
    }

    private static Period of(Unit unit, ZoneId zone, LocalDateTime first) {
        return new Period(
                Long.parseLong(first.format(unit.digits)),
                epochMillis(first, zone),
                epochMillis(first.plus(1, unit.unit), zone));
    }

    /**
     * Returns the instant of a local time. If there are two, it returns the earlier; if there is none, the moment at
     * which the clocks go forward.
     */
    private static long epochMillis(LocalDateTime time, ZoneId zone) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(time);
        Instant instant = transition != null && transition.isGap()
                ? transition.getInstant()
                : time.atZone(zone).toInstant();
        return instant.toEpochMilli();
    }
}
