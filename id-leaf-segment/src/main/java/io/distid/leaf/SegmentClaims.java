package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;

/**
 * Claims one tag's ranges from the store: decides how many ids, and checks the answer.
 *
 * <p>{@link #claim} is called by one load at a time, the other methods by any thread.
 */
final class SegmentClaims {
    private static final long UNKNOWN = 0;

    private final String name;
    private final LoadContext loading;
    private final Demand demand;

    /** The step that the store holds for the tag, or {@link #UNKNOWN} to ask for it. */
    private volatile long storeStep = UNKNOWN;

    private long lastEnd;

    SegmentClaims(String name, LoadContext loading, Demand demand) {
        this.name = name;
        this.loading = loading;
        this.demand = demand;
    }

    /** Claims the next range. */
    Segment claim() {
        SegmentStore store = loading.store();
        long known = storeStep;
        if (known == UNKNOWN) {
            known = store.step(name);
            requirePossible(known);
            storeStep = known;
        }
        long now = loading.nanoTime().getAsLong();
        long size = demand.size(now, known);
        Segment segment;
        try {
            segment = store.claim(name, size);
        } catch (IdsExhaustedException e) {
            long least = loading.options().step().floor(known);
            if (size <= least) {
                throw e;
            }
            // A grown step may exceed what the store has left, while the store's own step does not.
            size = least;
            segment = store.claim(name, size);
        }
        if (segment.start() < lastEnd) {
            throw new StoreRegressedException("tag \"" + name + "\": the store granted " + segment.start() + " to "
                    + (segment.end() - 1) + " after it had granted ids up to " + (lastEnd - 1)
                    + ". No id is issued until the store is set forward, above every id in use.");
        }
        lastEnd = segment.end();
        demand.claimed(now, size);
        return segment;
    }

    /** Records the step that the store holds. If it is out of range, the next claim asks again and reports it. */
    void storeStep(long known) {
        storeStep = isPossible(known) ? known : UNKNOWN;
    }

    /** Forgets the step and the sizes of claims, but not the end of the last range. */
    void startOver() {
        storeStep = UNKNOWN;
        demand.startOver();
    }

    private void requirePossible(long step) {
        if (!isPossible(step)) {
            throw new ConfigException(
                    "tag \"" + name + "\": the store's step is " + step + ": must be from 1 to " + StepRule.LIMIT);
        }
    }

    private boolean isPossible(long step) {
        return step >= 1 && step <= StepRule.LIMIT;
    }
}
