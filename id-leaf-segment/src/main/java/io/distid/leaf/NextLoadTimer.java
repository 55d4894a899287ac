package io.distid.leaf;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has a tag's loader look by the clock whether a claim is due, so that no caller has to wake it: the thread that is woken may be
 * given the core of the one that woke it, whose call then lasts as long as the claim.
 *
 * <p>Written under the loader's lock, read by callers.
 */
final class NextLoadTimer {
    private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    /** A tag that needs a claim less often is left to its callers, so that most tags have no timer. */
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** So that the claim is due when the look comes, though the rate falls a little. */
    private static final double LATER = 1.05;

    private final LoadContext loading;
    private @Nullable Future<?> pending;
    private volatile long dueNanos;
    private volatile boolean set;

    NextLoadTimer(LoadContext loading) {
        this.loading = loading;
    }

    /**
     * Replaces the look that is pending by one after a time; by none if that is too far off to be foreseen.
     *
     * @return whether there will be a look
     */
    boolean set(double delayNanos, Runnable look) {
        cancel();
        if (!(delayNanos * LATER < LONGEST_NANOS)) {
            return false;
        }
        long delay = Math.max(SHORTEST_NANOS, (long) (delayNanos * LATER));
        dueNanos = loading.nanoTime().getAsLong() + delay;
        pending = loading.threads().schedule(look, delay, TimeUnit.NANOSECONDS);
        set = true;
        return true;
    }

    /** Leaves it to callers to ask for the next claim. */
    void cancel() {
        set = false;
        Future<?> last = pending;
        pending = null;
        if (last != null) {
            last.cancel(false);
        }
    }

    /** Whether a look comes before half of what is left of a segment is used up, as fast as it was used up to the index so far. */
    boolean isSoonEnough(OpenSegment segment, long index) {
        if (!set) {
            return false;
        }
        long now = loading.nanoTime().getAsLong();
        double nanosEach = (double) (now - segment.openedNanos) / (index + 1);
        return dueNanos - now <= nanosEach * (segment.size - index) / 2;
    }
}
