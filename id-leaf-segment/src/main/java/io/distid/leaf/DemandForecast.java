package io.distid.leaf;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The ids that the present rate needs so that callers do not feel a slow store. A claim takes as many, or the step of {@link StepRule} if that
 * is more: {@link SegmentClaims} decides. Used under the loader's lock.
 *
 * <p>At the moment a claim is asked for, the ids in hand are to last, at the present rate, for the longer of two times: the time
 * that the options ask for, within {@code max-step}; and a few times the slowest claim of late, within a multiple of {@code max-step}, so
 * that a tag whose callers use up {@code max-step} before the store has answered is not held to the store's pace. The slowest
 * claim is forgotten by halves, one a minute. A claim never takes more than a few times what the tag has issued, which is
 * what a burst after the opening can burn at most.
 *
 * <p>Sizes are rounded up to a power of two and fall only to a quarter or less, so that a rate that wavers does not move them.
 */
final class DemandForecast {
    /** How often a claim takes at most what {@code max-step} says. */
    static final int STEPS = 64;

    /** The ids in hand last for so many of the slowest claims. */
    private static final int CLAIMS = 4;
    /** A claim takes at most so many times what was issued. */
    private static final int ISSUED = 4;
    /** Short, since what callers need now is asked; long against the time between two of a scheduler's turns. */
    private static final Duration WINDOW = Duration.ofMillis(100);

    private static final double HALF_LIFE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final double SECOND_NANOS = 1e9;

    private final LeafOptions options;
    private final long most;

    private @Nullable RateMeter meter;
    private double perNano;
    private long issued;
    private double slowestNanos;
    private long slowestAt;
    private long size;

    /**
     * Knows nothing of the tag's use yet.
     *
     * @param storeMost the most ids that the store grants at a time
     */
    DemandForecast(LeafOptions options, long storeMost) {
        this.options = options;
        most = Math.min(storeMost, mostOfAClaim(options));
    }

    /** The most ids of a claim, unless the store's own step is more. */
    static long mostOfAClaim(LeafOptions options) {
        long maxStep = options.step().maxStep();
        return isOff(options) ? maxStep : Math.min(StepRule.LIMIT, maxStep * STEPS);
    }

    /** Whether claims follow the step rule alone, and callers alone ask for them. */
    boolean isOff() {
        return isOff(options);
    }

    private static boolean isOff(LeafOptions options) {
        return options.lookAhead().isZero() || options.prefetchPercent() == 100;
    }

    /** Takes note of how many ids were issued by now. */
    void issued(long nanos, long count) {
        RateMeter known = meter;
        if (known == null || count == 0) {
            // The time in which nobody could draw, since the first segment was not there yet, is not counted.
            meter = new RateMeter(WINDOW, nanos, count);
        } else {
            perNano = known.observe(nanos, count) / SECOND_NANOS;
        }
        issued = count;
    }

    /** Takes note of how long a claim took, from when it was asked for to its answer, failed attempts included. */
    void claimed(long nanos, long took) {
        // The first claim is no measure: connections are opened and classes loaded for it.
        if (issued > 0 && took >= slowestNanos(nanos)) {
            slowestNanos = took;
            slowestAt = nanos;
        }
    }

    private double slowestNanos(long now) {
        return slowestNanos * Math.pow(0.5, Math.max(0, now - slowestAt) / HALF_LIFE_NANOS);
    }

    /** How many ids the next claim should take; 0 if the step rule alone decides. */
    long ids(long now) {
        if (isOff()) {
            return 0;
        }
        // What is in hand when a claim is asked for is what prefetching leaves of a segment.
        double rate = perNano * 100 / (100 - options.prefetchPercent());
        long maxStep = options.step().maxStep();
        double byTime = Math.min(rate * options.lookAhead().toNanos(), maxStep);
        double byClaims = Math.min(rate * CLAIMS * slowestNanos(now), most);
        double wanted = Math.max(byTime, byClaims);
        if (wanted > size || wanted < size / 4.0) {
            size = roundedUp((long) wanted);
        }
        long cap = Math.min(most, byClaims > maxStep ? most : maxStep);
        return Math.min(Math.min(size, cap), issued > cap / ISSUED ? cap : issued * ISSUED);
    }

    private static long roundedUp(long ids) {
        return ids <= 1 ? ids : Long.highestOneBit(ids - 1) << 1;
    }

    /** How long the present rate takes to use up some ids, in nanoseconds; infinite if none is drawn. */
    double nanosFor(long ids) {
        return ids / perNano;
    }
}
