package io.distid.redis;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;

/**
 * How ids of periods are numbered, which must be the same for all who use a key.
 *
 * @param unit what a period is
 * @param width how many digits the number within it has
 * @param zone whose hours, days or months they are
 */
record PeriodNumbers(Period.Unit unit, int width, ZoneId zone) {
    /** The most digits behind those of an hour that a long holds for each year to 9999. */
    static final int MOST_DIGITS = 8;

    /** As a sequence's key tells it. */
    String text() {
        return unitName() + "/" + width + "/" + zone.getId();
    }

    String unitName() {
        return unit.name().toLowerCase(Locale.ROOT);
    }

    int unitDigits() {
        return unit.digits();
    }

    /** The greatest number of a period. */
    long last() {
        return beyond() - 1;
    }

    /** The id of a number. */
    long id(Period period, long number) {
        return period.number() * beyond() + number;
    }

    boolean isOf(Period period, long id) {
        return id / beyond() == period.number();
    }

    /** The number that an id has in its period. */
    long numberOf(long id) {
        return id % beyond();
    }

    /** The period of an id. */
    Period periodOf(long id) {
        return of(id / beyond());
    }

    Period at(long epochMillis) {
        return Period.at(unit, zone, epochMillis);
    }

    /**
     * The period of a number, as another node has begun it.
     *
     * @throws DateTimeException if it is none's
     */
    Period of(long number) {
        return Period.of(unit, zone, number);
    }

    /** The first number that is too long. */
    long beyond() {
        long beyond = 1;
        for (int i = 0; i < width; i++) {
            beyond *= 10;
        }
        return beyond;
    }
}
