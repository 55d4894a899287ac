package io.distid.leaf;

import io.distid.ConfigException;
import java.time.Duration;

/**
 * The step by how long segments last: so many ids that one lasts about as long as the store may be away. A claim takes the step, or what
 * {@link DemandForecast} wants if that is more: {@link SegmentClaims} decides.
 *
 * <p>A segment used up in less than {@code growUnder} doubles the step, one that took longer than {@code shrinkOver} halves it. If a segment that doubles
 * the step had more ids than that, by {@link LeafOptions#lookAhead()}, what it had is doubled, unless the rule is Leaf's.
 * The step never falls below the store's own or {@code minStep}, whichever is more, nor does it rise above {@code maxStep}
 * (unless the store's own is more). It doubles at most once every {@code growEvery}, so that a burst at start-up does not end at the cap.
 *
 * <p>Where a bound would cut a step short, it is cut: 6,000,000 becomes 10,000,000 by doubling, and 3,000 becomes 2,000 by halving
 * if that is the store's. Leaf leaves such a step as it is, halves one that lasted {@code shrinkOver} exactly, and heeds a step that was
 * raised in the store only by no longer halving below it; {@code asLeaf} does the same.
 *
 * <p>Making one throws {@link ConfigException} if the figures do not fit together. Immutable.
 *
 * @param minStep the least ids of a claim, from 1
 * @param maxStep the most ids of a step, from {@code minStep} to {@link #LIMIT}; a claim takes more only by {@link LeafOptions#lookAhead()}
 * @param growUnder a segment used up sooner doubles the step
 * @param shrinkOver a segment that lasted longer halves the step; at least {@code growUnder}
 * @param growEvery the least time between two doublings, and from the start to the first
 * @param asLeaf whether a step that a bound would cut short stays as it is
 * @see <a href="https://tech.meituan.com/2019/03/07/open-source-project-leaf.html">Leaf's dynamic step</a>
 */
public record StepRule(
        long minStep, long maxStep, Duration growUnder, Duration shrinkOver, Duration growEvery, boolean asLeaf) {

    /** The most ids that one claim may take: 2<sup>53</sup>. */
    public static final long LIMIT = 1L << 53;

    /**
     * Leaf's 15 and 30 minutes, a cap of 10,000,000, ten times Leaf's, so that a tag of 400,000 ids a second claims each 25 seconds; at most
     * one doubling every quarter of a second.
     */
    public static final StepRule DEFAULT =
            new StepRule(1, 10_000_000, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMillis(250));

    /** Leaf's rule to the letter: 15 and 30 minutes, a cap of 1,000,000, and no least time between two doublings. */
    public static final StepRule LEAF =
            new StepRule(1, 1_000_000, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ZERO, true);

    /**
     * A rule whose bounds cut steps short, as {@link #DEFAULT} does.
     *
     * @param minStep the least ids of a claim, from 1
     * @param maxStep the most ids of a claim, from {@code minStep} to {@link #LIMIT}
     * @param growUnder a segment used up sooner doubles the step
     * @param shrinkOver a segment that lasted longer halves the step; at least {@code growUnder}
     * @param growEvery the least time between two doublings, and from the start to the first
     * @throws ConfigException if the figures do not fit together
     */
    public StepRule(long minStep, long maxStep, Duration growUnder, Duration shrinkOver, Duration growEvery) {
        this(minStep, maxStep, growUnder, shrinkOver, growEvery, false);
    }

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
     * @return the step to start with; halving never falls below it
     */
    public long floor(long storeStep) {
        return Math.max(minStep, storeStep);
    }

    /**
     * The step of a claim before which no segment was used up.
     *
     * @param step the step so far
     * @param storeStep what the store holds for the tag, at least 1
     * @return at least {@link #floor(long)}, or, as in Leaf, the step so far
     */
    public long keep(long step, long storeStep) {
        return asLeaf ? step : Math.max(step, floor(storeStep));
    }

    /**
     * The step after a segment was used up.
     *
     * @param step the step so far
     * @param storeStep what the store holds for the tag, at least 1
     * @param life how long the segment lasted
     * @param sinceGrowth how long ago the step was doubled, or the tag opened
     * @return from {@link #floor(long)} to the cap; as in Leaf, the step so far if it would be beyond
     */
    public long next(long step, long storeStep, Duration life, Duration sinceGrowth) {
        long floor = floor(storeStep);
        long cap = Math.max(maxStep, floor);
        boolean grows = life.compareTo(growUnder) < 0;
        if (grows && !doubles(life, sinceGrowth)) {
            return keep(step, storeStep);
        }
        if (asLeaf) {
            return nextAsLeaf(step, floor, grows, life);
        }
        long next = step;
        if (grows) {
            next = Math.min(step, cap / 2 + 1) * 2;
        } else if (life.compareTo(shrinkOver) > 0) {
            next = step / 2;
        }
        return Math.max(floor, Math.min(next, cap));
    }

    /** Whether a segment that lasted so long doubles the step now. */
    boolean doubles(Duration life, Duration sinceGrowth) {
        return life.compareTo(growUnder) < 0 && sinceGrowth.compareTo(growEvery) >= 0;
    }

    /** As {@code SegmentIDGenImpl.updateSegmentFromDb} has it. */
    private long nextAsLeaf(long step, long floor, boolean grows, Duration life) {
        if (grows) {
            return step > maxStep / 2 ? step : step * 2;
        }
        return life.compareTo(shrinkOver) < 0 || step / 2 < floor ? step : step / 2;
    }
}
