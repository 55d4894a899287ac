package io.distid.internal.time;

import java.util.Map;
import java.util.TreeMap;

/**
 * The states that refused callers returned while callers above them still had theirs. Safe for use by any number of threads. Only refused callers use
 * it, and the first caller that is served after them.
 *
 * <p>Only the caller with the states right below the word can set the word back. If several callers are refused at once, the others leave their
 * states here. The caller with the last states then sets the word back by all of them.
 */
final class GivenBackStates {
    private final PaddedWord word;
    /** Maps the exclusive end of each range of states to its first state. No two ranges overlap. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();
    /** Read without the lock, so that served callers need not take it. */
    private volatile boolean empty = true;

    /** An object without states. */
    GivenBackStates(PaddedWord word) {
        this.word = word;
    }

    /**
     * Returns states that became no ids. Sets the word back as far as all states below it were returned.
     *
     * @param from the first, inclusive
     * @param to the last, exclusive
     */
    synchronized void add(long from, long to) {
        ranges.put(to, from);
        Map.Entry<Long, Long> last = ranges.lastEntry();
        // The word is set back only if it stands right above the range: then no caller has a state from there on.
        // Otherwise a caller above still has a state and returns it itself, or was served.
        while (last != null && word.moveWord(last.getKey(), last.getValue())) {
            ranges.remove(last.getKey());
            last = ranges.lastEntry();
        }
        empty = ranges.isEmpty();
    }

    /** Forgets states that can no longer be issued, since a greater state was issued. */
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
