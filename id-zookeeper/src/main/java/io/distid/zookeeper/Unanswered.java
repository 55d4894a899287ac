package io.distid.zookeeper;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Records that were written to take them, and no answer came, or an interrupt ended the wait for it. If the write was carried out, who asks
 * again finds the record held by the token of that attempt, and is answered as it would have been: above the stamp of the holder before.
 *
 * <p>A write names a version, and a record that was removed and made anew, or restored and written to by others, can have the same one as
 * that which was read. So an attempt knows the transactions that made and last wrote its record; unless its write has the same maker and
 * comes later, nobody knows what it has overwritten.
 *
 * <p>Safe for use by several threads.
 */
final class Unanswered {
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();

    /**
     * A write that may have been carried out.
     *
     * @param node the record, and its ensemble where several are remembered together
     * @param madeBy the transaction that had made the record which was read; 0 if the write was to make it
     * @param transaction the last one that the record showed when it was read; 0 if the write was to make it
     * @param stamped where the holder before may have got to
     */
    record Attempt(String node, long madeBy, long transaction, long stamped) {
        /**
         * Above which stamp it begins, if it was carried out.
         *
         * @param found the record, which has the token of this attempt
         */
        long stamped(Stat found, ZooKeeperHorizon horizon) {
            boolean follows = found.getCzxid() == madeBy && found.getMzxid() > transaction;
            return follows ? stamped : horizon.latest(found.getMtime());
        }
    }

    /** No answer came to a write of that token. */
    void add(String token, Attempt attempt) {
        attempts.put(token, attempt);
    }

    /** A record has been taken: whatever was tried before cannot be carried out any more. */
    void remove(String node) {
        if (!attempts.isEmpty()) {
            attempts.values().removeIf(attempt -> attempt.node().equals(node));
        }
    }

    /** The attempt that wrote that token; null if it was another's. */
    @Nullable
    Attempt find(String token) {
        return attempts.get(token);
    }

    /** The records that may have been taken. */
    Set<String> nodes() {
        return attempts.values().stream().map(Attempt::node).collect(Collectors.toSet());
    }
}
