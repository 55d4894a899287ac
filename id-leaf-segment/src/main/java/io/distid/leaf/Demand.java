package io.distid.leaf;

/**
 * Foresees what a tag needs: how many ids the next claim takes, and when it is due.
 *
 * <p>A claim's size follows from how long the segment before it lasted, by {@link StepRule}. When it is due follows from the
 * present rate. A counter of issued ids is looked at now and then, and kept at two moments at least a window apart. The rate
 * is measured from the older moment. Safe for use by any number of threads.
 */
final class Demand {
    private static final long WINDOW_NANOS = 10_000_000_000L;

    private final StepRule rule;

    private long step;
    private int claims;
    private long claimedNanos;
    private long olderNanos;
    private long olderCount;
    private long newerNanos;
    private long newerCount;
    private double perNano;

    /** Knows nothing of the tag's use yet. */
    Demand(StepRule rule, long nanos) {
        this.rule = rule;
        olderNanos = nanos;
        newerNanos = nanos;
    }

    /** How many ids a claim takes now. The first two claims take the same: a time between claims exists only after the second. */
    synchronized long size(long nanos, long storeStep) {
        return claims < 2 ? Math.max(step, rule.floor(storeStep)) : rule.next(step, storeStep, nanos - claimedNanos);
    }

    /** Records a granted claim. */
    synchronized void claimed(long nanos, long size) {
        step = size;
        claimedNanos = nanos;
        claims++;
    }

    /** Forgets the sizes of claims. */
    synchronized void startOver() {
        step = 0;
        claims = 0;
    }

    /** How many ids the last claim took, or 0 if there was none. */
    synchronized long step() {
        return step;
    }

    /** Records how many ids were issued by now, and returns the rate per second. */
    synchronized double observe(long nanos, long count) {
        long elapsed = nanos - olderNanos;
        perNano = elapsed <= 0 ? 0 : (double) Math.max(0, count - olderCount) / elapsed;
        if (nanos - newerNanos >= WINDOW_NANOS) {
            olderNanos = newerNanos;
            olderCount = newerCount;
            newerNanos = nanos;
            newerCount = count;
        }
        return perNano * 1e9;
    }

    /** How many nanoseconds the last observed rate takes to use up some ids; infinite if the rate is 0. */
    synchronized double nanosFor(long ids) {
        return ids / perNano;
    }
}
