package io.distid.etcd;

import io.distid.process.ClockDrift;
import io.distid.process.CopyDetector;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Leases of etcd with which no key ends any more, to be used again: to keep one alive costs no write to disk, to grant and to end one do. One that
 * is not used for its time to live ends by itself. Safe for use by any number of threads.
 *
 * <p>Only those come here whose key was removed by an answered transaction of the one who gives them. Another one may yet get a key, by a
 * request that is late, and that key would be kept alive along with others.
 *
 * <p>A copy of the process would have the same ones: a lock that one copy took and cannot free any more would be held for as long as the other one
 * uses the lease. So a lease is used again only in the epoch of {@link CopyDetector} that it was given back in, within a minute, and if the clocks went on alike since. Else
 * it is left to end by itself, and not revoked, since the copy may use it.
 */
final class SpareLeases {
    private static final int MOST = 64;
    /** Of an older one, clocks that run differ by as much as a short standstill would have them do. */
    private static final long OLDEST_NANOS = 60_000_000_000L;

    private final Etcd etcd;
    private final CopyDetector copies;
    private final InstantSource clock;
    private final Deque<Spare> spare = new ArrayDeque<>();

    private record Spare(long lease, long seconds, Since since) {}

    /**
     * Since when one may be in a copy, too.
     *
     * @param epoch of {@link CopyDetector}
     * @param clocks of that moment
     */
    record Since(int epoch, ClockDrift clocks) {}

    /**
     * None yet.
     *
     * @param copies of this process
     * @param clock of the day, compared with etcd's {@link Etcd#nanoTime()}
     */
    SpareLeases(Etcd etcd, CopyDetector copies, InstantSource clock) {
        this.etcd = etcd;
        this.copies = copies;
        this.clock = clock;
    }

    /** This moment, for {@link #give}. */
    Since now() {
        return new Since(copies.epoch(), new ClockDrift(etcd.nanoTime(), clock.millis()));
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

    /**
     * Gives one back. One that is here already stays here once.
     *
     * @param since before it was known that no key ends with it: a copy that was made later may know it, too
     */
    synchronized void give(long lease, long seconds, Since since) {
        if (lease != 0 && spare.stream().noneMatch(each -> each.lease == lease)) {
            spare.addFirst(new Spare(lease, seconds, since));
            if (spare.size() > MOST) {
                spare.removeLast();
            }
        }
    }

    /** The one that was used last, of that time to live; 0 if there is none. */
    private synchronized long poll(long seconds) {
        spare.removeIf(each -> mayBeCopied(each.since) || etcd.nanoTime() - each.since.clocks.nanos() > OLDEST_NANOS);
        Spare found = spare.stream()
                .filter(each -> each.seconds == seconds)
                .findFirst()
                .orElse(null);
        spare.remove(found);
        return found == null ? 0 : found.lease;
    }

    private boolean mayBeCopied(Since since) {
        // The epoch moves before listeners are told. From before a checkpoint until after it none is used again.
        return copies.epoch() != since.epoch
                || CopyDetector.isExposed(since.epoch)
                || since.clocks.isLarge(etcd.nanoTime(), clock.millis());
    }
}
