package io.distid.bench.duplicates;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts equal ids in the order of {@link IdSorter}, and keeps the first few. {@code FilesCheck} uses both for files,
 * {@code NodesCheck} for processes. For use by one thread.
 */
public final class DuplicateCounter {
    private static final int EXAMPLES = 3;

    private final List<Example> examples = new ArrayList<>();
    private boolean any;
    private long lastHigh;
    private long lastLow;
    private int lastPlace;
    private long count;
    private @Nullable Example earliest;

    /**
     * An id that was issued twice. Immutable.
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
            int second = Math.max(lastPlace, place);
            if (count++ < EXAMPLES) {
                examples.add(new Example(high, low, Math.min(lastPlace, place), second));
            }
            if (earliest == null || second < earliest.second()) {
                earliest = new Example(high, low, Math.min(lastPlace, place), second);
            }
        }
        any = true;
        lastHigh = high;
        lastLow = low;
        lastPlace = place;
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
}
