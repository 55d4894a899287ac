package io.distid.etcd;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lease of etcd with which the records of locks end that nobody uses: one for all who use a prefix. Its number and the time when it was
 * granted are in a key of their own. It lives for twice the time that a record is kept at least, and is replaced by the first who finds it
 * to be half over. Safe for use by any number of threads.
 */
final class LockKeep {
    private final Etcd etcd;
    private final String key;
    private final Duration keep;
    private @Nullable Known known;

    /** A lease that may be used until the monotonic clock shows that. */
    private record Known(long lease, long untilNanos) {}

    LockKeep(Etcd etcd, String key, Duration keep) {
        this.etcd = etcd;
        this.key = key;
        this.keep = keep;
    }

    /** The lease's number. */
    synchronized long lease() {
        Known current = known;
        if (current == null || etcd.nanoTime() - current.untilNanos > 0) {
            current = find(0);
            known = current;
        }
        return current.lease;
    }

    /** Replaces a lease that was found to be over, which takes somebody who revoked it. */
    synchronized void replace(long over) {
        Known current = known;
        if (current == null || current.lease == over) {
            known = find(over);
        }
    }

    private Known find(long over) {
        while (true) {
            long asked = etcd.nanoTime();
            Etcd.Outcome look = etcd.commit(new Transaction().read(key));
            Etcd.Entry entry = look.found().isEmpty() ? null : look.found().get(0);
            if (entry != null && entry.lease() != over) {
                long left = Long.parseLong(entry.value()) + keep.toMillis() - look.serverMillis();
                if (left > 0) {
                    return new Known(
                            entry.lease(),
                            asked
                                    + Duration.ofMillis(Math.min(left, keep.toMillis()))
                                            .toNanos());
                }
            }
            if (entry == null) {
                // So locks are not taken in two clusters by processes that were given the same endpoints and reach
                // different ones.
                etcd.requireMajority("key " + key);
            }
            long lease = etcd.grant(keep.multipliedBy(2).toSeconds());
            Transaction transaction = new Transaction();
            if (entry == null) {
                transaction.ifAbsent(key);
            } else {
                transaction.ifUnchanged(entry);
            }
            // Ends with the lease itself, so that the key never tells of one that is over.
            etcd.commit(transaction.put(key, Long.toString(look.serverMillis()), lease));
        }
    }
}
