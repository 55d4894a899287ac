package io.distid.redis;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Hours, days or months. The ids of each begin at 1, behind its digits: {@code 2026112100000042}.
 *
 * <p>All of them are numbers of one counter. A claim carries the period that this node's clock shows, and the first claim of each sets the
 * counter forward to where its numbers begin. The server's clock decides. If it shows another period, the script answers with its time, and this
 * node goes by that from then on. So ids grow over all nodes, whatever their clocks show. Safe for use by any number of threads.
 */
final class Periods {
    /** The most digits behind those of an hour that a long holds for each year to 9999. */
    static final int MOST_DIGITS = 8;

    private final Period.Unit unit;
    private final int width;
    private final ZoneId zone;
    private final LongSupplier clock;
    /** The first number that is too long. */
    private final long beyond;
    /** By how many ms the server's clock is ahead of the own, as far as is known. */
    private volatile long offset;

    private volatile Period latest;

    /**
     * Periods.
     *
     * @param width how many digits the number within one has
     * @param zone whose hours, days or months they are
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

    /** How ids are numbered, which must be the same for all who use a key. */
    String text() {
        return unit.name().toLowerCase(Locale.ROOT) + "/" + width + "/" + zone.getId();
    }

    /** Reads its ids. */
    PeriodReader reader() {
        return new PeriodReader(unit, width, zone);
    }

    /** The greatest number of a period. */
    long limit() {
        return beyond - 1;
    }

    /** What a claim carries to {@code claim.lua}. */
    List<String> arguments() {
        Period now = current();
        return Stream.of(now.number(), Period.at(unit, zone, now.end()).number(), now.start(), now.end(), width)
                .map(String::valueOf)
                .toList();
    }

    /** What the server's clock shows, where that is another period. */
    void serverShows(long epochMillis) {
        offset = epochMillis - clock.getAsLong();
    }

    /** Whether an id's period is not over. */
    boolean mayIssue(long id) {
        return id / beyond >= current().number();
    }

    /** The end of a message that fewer are left than were asked for. */
    String untilNext() {
        return "of the " + limit() + " of period " + current().number() + ". The next one begins at "
                + Instant.ofEpochMilli(current().end()) + "; a greater width takes another key.";
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
