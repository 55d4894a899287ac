package io.distid.etcd;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Leases of etcd with which no key ends any more, to be used again: to keep one alive costs no write to disk, to grant and to end one do. One that
 * is not used for its time to live ends by itself. Safe for use by any number of threads.
 *
 * <p>Only those come here whose key was removed by an answered transaction of the one who gives them. Another one may yet get a key, by a
 * request that is late, and that key would be kept alive along with others.
 */
final class SpareLeases {
    private static final int MOST = 64;

    private final Etcd etcd;
    private final Deque<Spare> spare = new ArrayDeque<>();

    private record Spare(long lease, long seconds) {}

    SpareLeases(Etcd etcd) {
        this.etcd = etcd;
    }

    /** A lease whose time begins now. */
    long take(long seconds) {
        for (long lease = poll(seconds); lease != 0; lease = poll(seconds)) {
            if (etcd.keepAlive(lease)) {
                return lease;
            }
        }
        return etcd.grant(seconds);
    }

    /** Gives one back. One that is here already stays here once. */
    synchronized void give(long lease, long seconds) {
        if (lease != 0 && spare.stream().noneMatch(each -> each.lease == lease)) {
            spare.addFirst(new Spare(lease, seconds));
            if (spare.size() > MOST) {
                spare.removeLast();
            }
        }
    }

    /** The one that was used last, of that time to live; 0 if there is none. */
    private synchronized long poll(long seconds) {
        Spare found = spare.stream()
                .filter(each -> each.seconds == seconds)
                .findFirst()
                .orElse(null);
        spare.remove(found);
        return found == null ? 0 : found.lease;
    }
}
