package io.distid.leaf;

import io.distid.ConfigException;
import java.time.Duration;

/**
 * How many ids a claim takes, by how long segments last: Leaf's rule.
 *
 * <p>A segment used up in less than {@code growUnder} doubles the step. A segment that lasted longer than {@code shrinkOver} halves it. So a busy tag
 * has ids for an outage of the store, and a quiet tag burns few at a restart. A segment lasts from one claim to the next. The step never falls below
 * the greater of the store's own step and {@code minStep}. It never rises above {@code maxStep}, unless the store's own step is greater. A step stops
 * at its limit: 6,000,000 doubles to 10,000,000, and 3,000 halves to 2,000 if that is the store's step. Leaf leaves such a step unchanged.
 *
 * <p>Making one throws {@link ConfigException} if the figures do not fit together. Immutable.
 *
 * @param minStep the least ids of a claim, from 1
 * @param maxStep the most ids of a claim, from {@code minStep} to {@link #LIMIT}
 * @param growUnder a segment used up sooner doubles the step
 * @param shrinkOver a segment that lasted longer halves the step; at least {@code growUnder}
 * @see <a href="https://tech.meituan.com/2019/03/07/open-source-project-leaf.html">Leaf's dynamic step</a>
 */
public record StepRule(long minStep, long maxStep, Duration growUnder, Duration shrinkOver) {

    /** The most ids of a claim: {@code 2^53}. */
    public static final long LIMIT = 1L << 53;

    /** Leaf's 15 and 30 minutes, and ten times its cap: 10,000,000, so that a tag of 400,000 ids a second claims each 25 seconds. */
    public static final StepRule DEFAULT = new StepRule(1, 10_000_000, Duration.ofMinutes(15), Duration.ofMinutes(30));

    public StepRule {
        if (minStep < 1 || minStep > maxStep || maxStep > LIMIT) {
            throw new ConfigException("min-step is " + minStep + " and max-step is " + maxStep
                    + ": must be 1 <= min-step <= max-step <= " + LIMIT);
        }
        if (growUnder.isNegative() || growUnder.compareTo(shrinkOver) > 0) {
            throw new ConfigException("grow-under is " + growUnder + " and shrink-over is " + shrinkOver
                    + ": must be 0 <= grow-under <= shrink-over");
        }
    }

    /** The least step for a store whose own step is given. */
    long floor(long storeStep) {
        return Math.max(minStep, storeStep);
    }

    /**
     * The step after a segment.
     *
     * @param step the step so far
     * @param storeStep what the store holds for the tag, at least 1
     * @param lifeNanos how long the segment lasted
     * @return from {@link #floor(long)} to the cap
     */
    long next(long step, long storeStep, long lifeNanos) {
        Duration life = Duration.ofNanos(lifeNanos);
        long next = step;
        if (life.compareTo(growUnder) < 0) {
            next = step * 2;
        } else if (life.compareTo(shrinkOver) > 0) {
            next = step / 2;
        }
        long floor = floor(storeStep);
        return Math.max(floor, Math.min(next, maxStep));
    }
}
