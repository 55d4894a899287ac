package io.distid.leaf;

import io.distid.ConfigException;
import java.time.Duration;

/**
 * How many ids the next claim takes: so many that a segment lasts about as long as the store may be away.
 *
 * <p>A segment used up in less than {@code growUnder} doubles the step, one that took longer than {@code shrinkOver} halves it.
 * The step never falls below the store's own or {@code minStep}, whichever is more, nor does it rise above {@code maxStep}
 * (unless the store's own is more). It doubles at most once every {@code growEvery}, so that a burst at start-up does not end at the cap.
 *
 * <p>Making one throws {@link ConfigException} if the figures do not fit together.
 *
 * @param minStep the least ids of a claim, from 1
 * @param maxStep the most ids of a claim, from {@code minStep} to {@link #LIMIT}
 * @param growUnder a segment used up sooner doubles the step
 * @param shrinkOver a segment that lasted longer halves the step; at least {@code growUnder}
 * @param growEvery the least time between two doublings, and from the start to the first
 * @see <a href="https://tech.meituan.com/2019/03/07/open-source-project-leaf.html">Leaf's dynamic step</a>
 */
public record StepRule(long minStep, long maxStep, Duration growUnder, Duration shrinkOver, Duration growEvery) {

    /** The most ids that one claim may take: 2<sup>53</sup>. */
    public static final long LIMIT = 1L << 53;

    /** Leaf's figures: 15 and 30 minutes and a cap of 1,000,000; at most one doubling every quarter of a second. */
    public static final StepRule DEFAULT =
            new StepRule(1, 1_000_000, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMillis(250));

    public StepRule {
        if (minStep < 1 || minStep > maxStep || maxStep > LIMIT) {
            throw new ConfigException("min-step is " + minStep + " and max-step is " + maxStep
                    + ": must be 1 <= min-step <= max-step <= " + LIMIT);
        }
        if (growUnder.isNegative() || growUnder.compareTo(shrinkOver) > 0) {
            throw new ConfigException("grow-under is " + growUnder + " and shrink-over is " + shrinkOver
                    + ": must be 0 <= grow-under <= shrink-over");
        }
        if (growEvery.isNegative()) {
            throw new ConfigException("grow-every is " + growEvery + ": must be >= 0");
        }
    }

    /**
     * The least step for a store whose own step is given.
     *
     * @param storeStep what the store holds for the tag, at least 1
     * @return the step to start with and never to fall below
     */
    public long floor(long storeStep) {
        return Math.max(minStep, storeStep);
    }

    /**
     * The step after a segment was used up.
     *
     * @param step the step so far
     * @param storeStep what the store holds for the tag, at least 1
     * @param life how long the segment lasted
     * @param sinceGrowth how long ago the step was doubled, or the tag opened
     * @return from {@link #floor(long)} to the cap
     */
    public long next(long step, long storeStep, Duration life, Duration sinceGrowth) {
        long floor = floor(storeStep);
        long cap = Math.max(maxStep, floor);
        long next = step;
        if (life.compareTo(growUnder) < 0) {
            next = sinceGrowth.compareTo(growEvery) < 0 ? step : Math.min(step, cap / 2 + 1) * 2;
        } else if (life.compareTo(shrinkOver) > 0) {
            next = step / 2;
        }
        return Math.max(floor, Math.min(next, cap));
    }
}
