package io.distid.bench.sort;

import java.util.ArrayList;
import java.util.List;

/** Counts equal ids among sorted ones, and keeps the first few. For use by one thread. */
public final class DuplicateCounter {
    private static final int EXAMPLES = 3;

    private final List<Example> examples = new ArrayList<>();
    private boolean any;
    private long lastHigh;
    private long lastLow;
    private int lastPlace;
    private long count;

    /**
     * An id that was given out twice.
     *
     * @param high the high half of a UUID; 0 for other ids
     * @param low the low half of a UUID, or the id
     * @param first its first place
     * @param second its next place
     */
    public record Example(long high, long low, int first, int second) {}

    /**
     * Adds the next id in the order of their values.
     *
     * @param high the high half of a UUID; 0 for other ids
     * @param low the low half of a UUID, or the id
     * @param place where it was issued
     */
    public void add(long high, long low, int place) {
        if (any && high == lastHigh && low == lastLow) {
            if (count++ < EXAMPLES) {
                examples.add(new Example(high, low, Math.min(lastPlace, place), Math.max(lastPlace, place)));
            }
        }
        any = true;
        lastHigh = high;
        lastLow = low;
        lastPlace = place;
    }

    /**
     * How many ids equal one before.
     *
     * @return 0 or more
     */
    public long count() {
        return count;
    }

    /**
     * The first few of them.
     *
     * @return at most three
     */
    public List<Example> examples() {
        return List.copyOf(examples);
    }
}
