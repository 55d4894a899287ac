package io.distid.etcd;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lease of etcd with which the records of locks end that nobody uses: one for all who use a prefix. A key of its own ends with it, and
 * so tells its number. It lives for twice the time that a record is kept at least, and is replaced by the first who finds it
 * to be half over, by etcd's own count: were it judged by a clock of the day, one that was wrong for a while could have it end under records that
 * are in use. Safe for use by any number of threads.
 */
final class LockKeep {
    /** For how long it is used without asking, by a clock that stands still while a machine is suspended. */
    private static final Duration UNASKED = Duration.ofMinutes(1);

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
                long left = etcd.secondsLeft(entry.lease()) - keep.toSeconds();
                if (left > 0) {
                    return new Known(
                            entry.lease(),
                            asked
                                    + Duration.ofSeconds(Math.min(left, UNASKED.toSeconds()))
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
            // Ends with the lease itself, so that the key never tells of one that is over. The time is for whoever
            // looks.
            etcd.commit(transaction.put(key, Long.toString(look.serverMillis()), lease));
        }
    }
}
