package io.distid.leaf;

import io.distid.ConfigException;
import java.time.Duration;
import java.util.Objects;

/**
 * How segments are claimed and given out.
 *
 * <p>Making one throws {@link ConfigException} if a figure is out of range. Immutable.
 *
 * @param prefetchPercent how much of a segment is used when the next one is loaded, from 0 to 100; at 100 callers wait for each
 * @param step how many ids a claim takes
 * @param maxWait how long a caller may wait for a segment, from 1 ms to 1 hour
 * @param refresh how often the store is asked which tags and steps it holds, from 1 ms to 365 days
 * @param threadBlock 0 for ids that increase per generator; else ids increase per thread, and each thread takes this many ids at a time (fewer from a
 *     small segment)
 */
public record LeafOptions(int prefetchPercent, StepRule step, Duration maxWait, Duration refresh, int threadBlock) {

    // These come first, since the default is checked against them.
    /** The shortest wait, and the shortest time between two refreshes. */
    static final Duration SHORTEST = Duration.ofMillis(1);
    /** The longest wait of a call, as for every strategy. */
    static final Duration LONGEST_WAIT = Duration.ofHours(1);
    /** The longest of the other times. */
    static final Duration LONGEST = Duration.ofDays(365);

    /** Prefetch at 10 % used, the default step rule, a wait of at most 3 s, a refresh each minute, order per generator. */
    public static final LeafOptions DEFAULT =
            new LeafOptions(10, StepRule.DEFAULT, Duration.ofSeconds(3), Duration.ofMinutes(1), 0);

    public LeafOptions {
        Objects.requireNonNull(step, "step");
        if (prefetchPercent < 0 || prefetchPercent > 100) {
            throw new ConfigException("prefetch is " + prefetchPercent + ": must be a percentage from 0 to 100");
        }
        requireWithin("max-wait", SHORTEST, maxWait, LONGEST_WAIT);
        requireWithin("refresh", SHORTEST, refresh, LONGEST);
        if (threadBlock < 0) {
            throw new ConfigException("thread block is " + threadBlock + ": must be >= 0");
        }
    }

    private static void requireWithin(String name, Duration least, Duration duration, Duration most) {
        // Compared as durations, so that a duration beyond a long of nanoseconds is refused, too.
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw new ConfigException(name + " is " + duration + ": must be from " + least + " to " + most);
        }
    }

    /**
     * The same with another wait.
     *
     * @param wait how long a caller may wait for a segment
     * @return the options
     */
    public LeafOptions withMaxWait(Duration wait) {
        return new LeafOptions(prefetchPercent, step, wait, refresh, threadBlock);
    }

    /**
     * The same with another step rule.
     *
     * @param rule how many ids a claim takes
     * @return the options
     */
    public LeafOptions withStep(StepRule rule) {
        return new LeafOptions(prefetchPercent, rule, maxWait, refresh, threadBlock);
    }

    /**
     * The same with ids that increase per thread.
     *
     * @param block how many ids a thread takes at a time
     * @return the options
     */
    public LeafOptions withThreadBlock(int block) {
        return new LeafOptions(prefetchPercent, step, maxWait, refresh, block);
    }
}
