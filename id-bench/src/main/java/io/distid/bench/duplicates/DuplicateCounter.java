package io.distid.bench.duplicates;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts equal ids in the order of {@link IdSorter}, keeps the first few, and measures how far ids are from their place
 * in that order. For use by one thread.
 */
public final class DuplicateCounter implements IdSorter.Sink {
    private static final int EXAMPLES = 3;

    private final List<Example> examples = new ArrayList<>();
    private final Displacements displacements = new Displacements();
    private long lastHigh;
    private long lastLow;
    private int lastPlace;
    private long count;
    private @Nullable Example earliest;

    /** An id that was issued twice, with its first and its next place; {@code high}: 0 unless it is a UUID. Immutable. */
    public record Example(long high, long low, int first, int second) {}

    @Override
    public void accept(long high, long low, int first, int last, long place) {
        displacements.add(place < first ? first - (int) place : Math.max(0, (int) place - last));
        if (place > 0 && high == lastHigh && low == lastLow) {
            Example example = new Example(high, low, Math.min(lastPlace, first), Math.max(lastPlace, first));
            if (count++ < EXAMPLES) {
                examples.add(example);
            }
            if (earliest == null || example.second() < earliest.second()) {
                earliest = example;
            }
        }
        lastHigh = high;
        lastLow = low;
        lastPlace = first;
    }

    /** How many ids equal one before; 0 or more. */
    public long count() {
        return count;
    }

    /** The earliest repeat; null if no id repeats. */
    public @Nullable Example earliest() {
        return earliest;
    }

    /** The first few of them: at most three. */
    public List<Example> examples() {
        return List.copyOf(examples);
    }

    /** The greatest distance of an id from its place; an id with several possible places counts from the nearest. */
    public long displacement() {
        return displacements.max();
    }

    /** The distance that 99 % do not exceed; above 10,000 at most a ten-thousandth too large. */
    public long displacementP99() {
        return displacements.p99();
    }
}
