package io.distid.redis;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Hours, days or months. The ids of a period are its digits and then a number from 1: {@code 2026112100000042}.
 *
 * <p>One counter issues the numbers of all periods. A claim carries the period that this node's clock shows. The first claim of a period sets
 * the counter forward to where its numbers begin. The server's clock decides: if it shows another period, the script answers with its time. This
 * node goes by that time from then on. So ids grow over all nodes, whatever their clocks show. Safe for use by any number of threads.
 */
final class Periods {
    /** A long holds the digits of an hour and this many more, up to the year 9999. */
    static final int MOST_DIGITS = 8;

    private final Period.Unit unit;
    private final int width;
    private final ZoneId zone;
    private final LongSupplier clock;
    /** The smallest number with too many digits. */
    private final long beyond;
    /** How many ms the server's clock is ahead of this node's, as far as known. */
    private volatile long offset;

    private volatile Period latest;

    /**
     * Creates periods of one unit.
     *
     * @param width how many digits the number within a period has
     * @param clock of this node, in epoch ms
     */
    Periods(Period.Unit unit, int width, ZoneId zone, LongSupplier clock) {
        this.unit = unit;
        this.width = width;
        this.zone = zone;
        this.clock = clock;
        this.beyond = Long.parseLong("1" + "0".repeat(width));
        this.latest = Period.at(unit, zone, clock.getAsLong());
    }

    /** A text for the numbering of ids, which must be the same for all users of a key. */
    String text() {
        return unit.name().toLowerCase(Locale.ROOT) + "/" + width + "/" + zone.getId();
    }

    /** Returns a reader of the ids of these periods. */
    PeriodReader reader() {
        return new PeriodReader(unit, width, zone);
    }

    /** The greatest number of a period. */
    long limit() {
        return beyond - 1;
    }

    /** The arguments of a claim for {@code claim.lua}. */
    List<String> arguments() {
        Period now = current();
        return Stream.of(now.number(), Period.at(unit, zone, now.end()).number(), now.start(), now.end(), width)
                .map(String::valueOf)
                .toList();
    }

    /** Sets this clock by the server's, after the server has shown another period. */
    void serverShows(long epochMillis) {
        offset = epochMillis - clock.getAsLong();
    }

    /** Whether the period of an id has not ended. */
    boolean mayIssue(long id) {
        return id / beyond >= current().number();
    }

    /** The end of the message that fewer numbers are left than were asked for. */
    String untilNext() {
        return "of the " + limit() + " of period " + current().number() + ". The next one begins at "
                + Instant.ofEpochMilli(current().end()) + "; for a greater width, use another key.";
    }

    private Period current() {
        long millis = clock.getAsLong() + offset;
        Period known = latest;
        if (millis < known.start() || millis >= known.end()) {
            known = Period.at(unit, zone, millis);
            latest = known;
        }
        return known;
    }
}
