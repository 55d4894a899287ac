package io.distid.zookeeper;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records that were written to take them, and no answer came. If the write was carried out, who asks again finds the record held by the
 * token of that attempt, and is answered as it would have been: above the stamp of the holder before.
 *
 * <p>Safe for use by several threads.
 */
final class Unanswered {
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();

    /**
     * A write that may have been carried out.
     *
     * @param node the record
     * @param stamped where the holder before may have got to
     */
    record Attempt(String node, long stamped) {}

    /** No answer came to a write of that token. */
    void add(String node, String word, long stamped) {
        attempts.put(word, new Attempt(node, stamped));
    }

    /** A record has been taken: whatever was tried before cannot be carried out any more. */
    void remove(String node) {
        if (!attempts.isEmpty()) {
            attempts.values().removeIf(attempt -> attempt.node().equals(node));
        }
    }

    /** The attempt that wrote that token; null if it was another's. */
    @Nullable
    Attempt find(String word) {
        return attempts.get(word);
    }

    /** The records that may have been taken. */
    Set<String> nodes() {
        return attempts.values().stream().map(Attempt::node).collect(Collectors.toSet());
    }
}
