package io.distid.etcd;

import io.distid.InterruptedIdException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The lease of etcd with which the records of locks end that nobody uses: one for all who use a prefix. A key of its own ends with it, and
 * so tells its number. It lives for twice the time that a record is kept at least, and is replaced by the first who finds it
 * to be almost half over, by etcd's own count: were it judged by a clock of the day, one that was wrong for a while could have it end under records that
 * are in use. While one thread asks for that, others go on with the number that is known. Safe for use by any number of threads.
 */
final class LockKeep {
    /** For how long it is used without asking, by a clock that stands still while a machine is suspended. */
    private static final Duration UNASKED = Duration.ofMinutes(1);

    private final Etcd etcd;
    private final String key;
    private final Duration keep;
    /** How long a lease that is to be replaced may be used on. */
    private final Duration spare;

    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Known known;

    /** A lease that may be used until the monotonic clock shows that. */
    private record Known(long lease, long untilNanos) {}

    LockKeep(Etcd etcd, String key, Duration keep) {
        this.etcd = etcd;
        this.key = key;
        this.keep = keep;
        this.spare = keep.dividedBy(8);
    }

    /** The lease's number. */
    long lease() {
        Known current = known;
        if (current != null) {
            long over = etcd.nanoTime() - current.untilNanos;
            if (over <= 0 || asking.isLocked() && over < spare.toNanos()) {
                return current.lease;
            }
        }
        return inTurn(0).lease;
    }

    /** Replaces a lease that was found to be over, which takes somebody who revoked it. */
    void replace(long over) {
        inTurn(over);
    }

    private Known inTurn(long over) {
        try {
            asking.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while another call asks for key " + key + " of etcd", e);
        }
        try {
            Known current = known;
            if (current == null || current.lease == over || etcd.nanoTime() - current.untilNanos > 0) {
                current = find(over);
                known = current;
            }
            return current;
        } finally {
            asking.unlock();
        }
    }

    private Known find(long over) {
        while (true) {
            long asked = etcd.nanoTime();
            Etcd.Outcome look = etcd.commit(new Transaction().read(key));
            Etcd.Entry entry = look.found().isEmpty() ? null : look.found().get(0);
            if (entry != null && entry.lease() != over) {
                long left = etcd.secondsLeft(entry.lease()) - keep.plus(spare).toSeconds();
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
