package io.distid.redis;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;

/**
 * A day, month or hour of a time zone, within which a sequence counts from 1.
 *
 * <p>Its number is what stands in front of its ids: {@code 20261121}, {@code 202611}, {@code 2026112107}. Where a zone sets its clocks back, the
 * hour that comes twice is one period of two hours, so that numbers never fall; where it sets them forward, an hour is left out.
 *
 * @param number its digits, year first
 * @param start epoch ms of its first ms
 * @param end epoch ms after its last
 */
record Period(long number, long start, long end) {
    private static final int LAST_YEAR = 9999;
    /** How long a period's counter stays after it, for nodes whose clocks are late. */
    private static final Duration KEPT = Duration.ofDays(1);

    /** What ids are numbered by. */
    enum Unit {
        /** {@code yyyyMMddHH}. */
        HOUR(ChronoUnit.HOURS, 10),
        /** {@code yyyyMMdd}. */
        DAY(ChronoUnit.DAYS, 8),
        /** {@code yyyyMM}. */
        MONTH(ChronoUnit.MONTHS, 6);

        private final ChronoUnit unit;
        private final int digits;

        Unit(ChronoUnit unit, int digits) {
            this.unit = unit;
            this.digits = digits;
        }

        /** How many digits a period's number has. */
        int digits() {
            return digits;
        }
    }

    /** The period that an instant lies in. */
    static Period at(Unit unit, ZoneId zone, long epochMillis) {
        ZonedDateTime time = Instant.ofEpochMilli(epochMillis).atZone(zone);
        LocalDateTime first = unit == Unit.MONTH
                ? time.toLocalDate().withDayOfMonth(1).atStartOfDay()
                : time.toLocalDateTime().truncatedTo(unit.unit);
        Period period = of(unit, zone, first);
        // Where clocks go back by other than whole hours, or by more than one, a local time comes again after its
        // period has ended.
        while (epochMillis >= period.end) {
            first = first.plus(1, unit.unit);
            period = of(unit, zone, first);
        }
        return period;
    }

    /**
     * The period of a number, as another node has begun it.
     *
     * @throws DateTimeException if it is none's
     */
    static Period of(Unit unit, ZoneId zone, long number) {
        long left = number;
        int hour = unit == Unit.HOUR ? (int) (left % 100) : 0;
        left /= unit == Unit.HOUR ? 100 : 1;
        int day = unit == Unit.MONTH ? 1 : (int) (left % 100);
        left /= unit == Unit.MONTH ? 1 : 100;
        if (left / 100 > LAST_YEAR) {
            throw new DateTimeException("the year is beyond " + LAST_YEAR + ": " + number);
        }
        return of(unit, zone, LocalDateTime.of((int) (left / 100), (int) (left % 100), day, hour, 0));
    }

    private static Period of(Unit unit, ZoneId zone, LocalDateTime first) {
        LocalDateTime next = first.plus(1, unit.unit);
        long number = first.getYear() * 100L + first.getMonthValue();
        if (unit != Unit.MONTH) {
            number = number * 100 + first.getDayOfMonth();
        }
        if (unit == Unit.HOUR) {
            number = number * 100 + first.getHour();
        }
        return new Period(number, epochMillis(first, zone), epochMillis(next, zone));
    }

    /** Of two instants that one local time stands for, the earlier; of none, the one at which the clocks go forward. */
    private static long epochMillis(LocalDateTime time, ZoneId zone) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(time);
        Instant instant = transition != null && transition.isGap()
                ? transition.getInstant()
                : time.atZone(zone).toInstant();
        return instant.toEpochMilli();
    }

    /** Epoch ms from which its counter may be gone. */
    long forgotten() {
        return end + KEPT.toMillis();
    }
}
