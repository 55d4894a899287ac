package io.distid.bench.fleet;

import java.util.ArrayList;
import java.util.List;

/** Counts equal ids among sorted ones, and keeps the first few. */
final class Duplicates {
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
     * @param first where it stood, as it was told
     * @param second where it stood again
     */
    record Example(long high, long low, int first, int second) {}

    /** The next id in the order of their values. */
    void add(long high, long low, int place) {
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

    /** How many ids equal one before. */
    long count() {
        return count;
    }

    List<Example> examples() {
        return List.copyOf(examples);
    }
}
