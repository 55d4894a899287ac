package io.distid.internal.time;

import java.util.Map;
import java.util.TreeMap;

/**
 * The states that refused callers gave back while callers above them still had theirs. Safe for use by any number of threads, and asked
 * by refused callers alone, and by the first that is served after them.
 *
 * <p>The word can only be set back by the caller who has the states right below it. Of several that are refused at once, the others give
 * theirs back here, and whoever has the last sets the word back by all of them.
 */
final class GivenBackStates {
    private final PaddedWord word;
    /** Ranges of states by their ends, exclusive; to each its first. No two overlap. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();
    /** Read without the lock, which those that are served then need not take. */
    private volatile boolean empty = true;

    /**
     * With none.
     *
     * @param word the next free state
     */
    GivenBackStates(PaddedWord word) {
        this.word = word;
    }

    /**
     * Gives back states that nobody was given as an id, and sets the word back as far as all states below it were given back.
     *
     * @param from the first, inclusive
     * @param to the last, exclusive
     */
    synchronized void add(long from, long to) {
        ranges.put(to, from);
        Map.Entry<Long, Long> last = ranges.lastEntry();
        // A range is set back only if the word stands right above it: every state from there on is nobody's then. Else
        // a caller
        // above it still has a state, and gives it back itself, or was served.
        while (last != null && word.moveWord(last.getKey(), last.getValue())) {
            ranges.remove(last.getKey());
            last = ranges.lastEntry();
        }
        empty = ranges.isEmpty();
    }

    /**
     * Forgets what can no longer be issued, since a greater state was.
     *
     * @param state one that was issued
     */
    void forgetBelow(long state) {
        if (!empty) {
            forget(state);
        }
    }

    private synchronized void forget(long state) {
        ranges.headMap(state, true).clear();
        empty = ranges.isEmpty();
    }

    /** How many ranges are kept, for tests. */
    synchronized int size() {
        return ranges.size();
    }
}
