package io.distid.bench.history;

import io.distid.bench.results.LeastIds;
import io.distid.bench.results.Uniqueness;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds ids that were issued twice. Exact: all bits of all ids are compared. Immutable.
 *
 * @param result the number of ids, and of repeats of earlier ids
 * @param examples the first few repeats, with their callers
 */
public record UniquenessCheck(Uniqueness result, List<String> examples) {
    private static final int EXAMPLES = 3;

    /** Checks a history, and returns the findings. */
    public static UniquenessCheck of(History history) {
        // An open-addressing table of indexes. The ids are not copied, and an equal id is found with its place.
        int size = history.size();
        int mask = Integer.highestOneBit(Math.max(size, 1)) * 4 - 1;
        int[] table = new int[mask + 1];
        long duplicates = 0;
        List<String> examples = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int slot = history.hash(i) & mask;
            while (table[slot] != 0 && history.compare(table[slot] - 1, i) != 0) {
                slot = slot + 1 & mask;
            }
            if (table[slot] == 0) {
                table[slot] = i + 1;
            } else if (duplicates++ < EXAMPLES) {
                examples.add(history.describe(i) + " equals " + history.describe(table[slot] - 1));
            }
        }
        boolean tooFew = history.fewest() < LeastIds.PER_NODE;
        return new UniquenessCheck(
                new Uniqueness(history.generators, history.threads, size, duplicates, tooFew), examples);
    }
}
