package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import java.time.Duration;

/**
 * Asks the store for one tag's ranges: how many ids, and whether the answer may be used.
 *
 * <p>{@link #claim} is called by one load at a time.
 */
final class SegmentClaims {
    private static final long UNKNOWN = 0;
    /** An id in 10 microseconds, of which a cache line that others write to takes less than a hundredth. */
    private static final long BUSY_NANOS_PER_ID = 10_000;

    private final String name;
    private final LoadContext loading;

    /** What the store holds for the tag, or {@link #UNKNOWN} to have it asked. */
    private volatile long storeStep = UNKNOWN;
    /** How many ids the segment used up last had; written before how long it lasted. */
    private volatile long usedUp;
    /** How long that lasted, or -1 once it was weighed. */
    private volatile long lifeNanos = -1;

    private volatile boolean busy;
    private volatile boolean startOver = true;
    private volatile long size;

    private long step;
    private long lastEnd;
    private long grownNanos;

    SegmentClaims(String name, LoadContext loading) {
        this.name = name;
        this.loading = loading;
    }

    /**
     * Claims the next range.
     *
     * @param wanted how many ids it should be at least, 0 or more
     */
    Segment claim(long wanted) {
        if (storeStep == UNKNOWN) {
            storeStep = storeStep();
        }
        adaptStep();
        Segment segment;
        try {
            size = Math.max(step, wanted);
            segment = loading.store().claim(name, size);
        } catch (IdsExhaustedException e) {
            long least = loading.options().step().floor(storeStep);
            if (size <= least) {
                throw e;
            }
            // A claim that has grown may be too much for what is left where the store's own step is not.
            step = least;
            size = least;
            segment = loading.store().claim(name, size);
        }
        if (segment.start() < lastEnd) {
            throw new StoreRegressedException("tag \"" + name + "\": the store granted " + segment.start() + " to "
                    + (segment.end() - 1) + " after it had granted ids up to " + (lastEnd - 1)
                    + "; set it forward, beyond every id in use");
        }
        lastEnd = segment.end();
        return segment;
    }

    /** Takes note of how long a segment lasted. */
    void usedUp(OpenSegment segment, long now) {
        if (segment.size > 0) {
            long life = Math.max(0, now - segment.openedNanos);
            usedUp = segment.size;
            lifeNanos = life;
            busy = life / BUSY_NANOS_PER_ID < segment.size;
        }
    }

    /** Whether the last segment that was used up gave ids at a rate at which threads may meet at its counter. */
    boolean isBusy() {
        return busy;
    }

    /** Takes note of the step that the store holds; one that cannot be is asked for again before the next claim, which tells of it. */
    void storeStep(long known) {
        storeStep = isPossible(known) ? known : UNKNOWN;
    }

    /** Forgets what was learnt of the tag's use. */
    void startOver() {
        storeStep = UNKNOWN;
        startOver = true;
    }

    /** How many ids the last claim took, or 0 if there was none. */
    long step() {
        return size;
    }

    private long storeStep() {
        long found = loading.store().step(name);
        if (!isPossible(found)) {
            throw new ConfigException(
                    "tag \"" + name + "\": the store's step is " + found + ": must be from 1 to " + mostStep());
        }
        return found;
    }

    private boolean isPossible(long step) {
        return step >= 1 && step <= mostStep();
    }

    private long mostStep() {
        return Math.min(StepRule.LIMIT, loading.store().maxSize());
    }

    private void adaptStep() {
        StepRule rule = loading.options().step();
        long now = loading.nanoTime().getAsLong();
        long life = lifeNanos;
        lifeNanos = -1;
        if (startOver) {
            startOver = false;
            step = rule.floor(storeStep);
            grownNanos = now;
            return;
        }
        long before = step;
        if (life < 0) {
            step = rule.keep(before, storeStep);
        } else {
            Duration lived = Duration.ofNanos(life);
            Duration sinceGrowth = Duration.ofNanos(now - grownNanos);
            boolean doubles = rule.doubles(lived, sinceGrowth);
            step = rule.next(doubles ? doubled() : before, storeStep, lived, sinceGrowth);
        }
        if (step > before) {
            grownNanos = now;
        }
    }

    /**
     * What is doubled. A segment of more ids than the step, which look-ahead had asked for, was used up too soon as well: the step goes on from there, as
     * it would only reach in many doublings what is claimed without it. Never from more than the last claim had, for a store that has little left.
     */
    private long doubled() {
        StepRule rule = loading.options().step();
        return rule.asLeaf() ? step : Math.max(step, Math.min(rule.maxStep(), Math.min(usedUp, size)));
    }
}
