package io.distid.bench.faults.node;

import java.util.List;

/**
 * Watches the clocks of a process: how the wall clock moves against the monotonic clock, and how long the process was
 * paused. Safe for use by several threads.
 */
public final class ClockMonitor {
    /** A reading that takes longer is ignored: the two clocks may have been read far apart. */
    private static final long BRACKET = 20_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long JUMP = 50;

    private boolean any;
    private long offset;
    private long lowest;
    private long highest;
    private long jumpsBack;
    private long jumpsAhead;
    private long lastWall;
    private long stillSince;
    private long longestStill;
    private long lastNanos;
    private long longestPause;

    /**
     * The readings so far, all in ms. Immutable.
     *
     * @param offset the offset of the wall clock to the monotonic clock
     * @param lowest the lowest offset
     * @param highest the highest offset
     * @param jumpsBack how often the offset fell by more than 50 ms
     * @param jumpsAhead how often it rose by more than 50 ms
     * @param longestStill the longest time without a move of the wall clock
     * @param longestPause the longest time between two readings
     */
    public record Seen(
            long offset,
            long lowest,
            long highest,
            long jumpsBack,
            long jumpsAhead,
            long longestStill,
            long longestPause) {
        List<Long> figures() {
            return List.of(offset, lowest, highest, jumpsBack, jumpsAhead, longestStill, longestPause);
        }
    }

    /** Reads both clocks. */
    void look() {
        look(System.nanoTime(), System.currentTimeMillis(), System.nanoTime());
    }

    synchronized void look(long before, long wall, long after) {
        if (any) {
            longestPause = Math.max(longestPause, (after - lastNanos) / NANOS_PER_MILLI);
        }
        lastNanos = after;
        if (after - before > BRACKET) {
            return;
        }
        long now = wall - before / NANOS_PER_MILLI;
        if (!any) {
            any = true;
            lowest = now;
            highest = now;
            offset = now;
        }
        jumpsBack += now < offset - JUMP ? 1 : 0;
        jumpsAhead += now > offset + JUMP ? 1 : 0;
        offset = now;
        lowest = Math.min(lowest, now);
        highest = Math.max(highest, now);
        if (wall != lastWall) {
            lastWall = wall;
            stillSince = before;
        }
        longestStill = Math.max(longestStill, (before - stillSince) / NANOS_PER_MILLI);
    }

    synchronized Seen seen() {
        return new Seen(offset, lowest, highest, jumpsBack, jumpsAhead, longestStill, longestPause);
    }
}
