package io.distid.internal;

import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the numbers that a counter granted to overlapping calls of one object, so that no two calls return the same number.
 *
 * <p>A counter may go back, as after a failover to a lagging replica. The caller detects this by comparing an answer with the greatest number seen
 * when its claim was sent. That check does not cover an earlier claim with a late answer: its numbers may have been granted again, to another call.
 * So granted numbers are kept while an earlier claim is under way, and compared with each answer. A counter that only grows never grants a number
 * twice, whatever the order of its answers.
 *
 * <p>A call takes these steps. It begins a claim before it sends anything. It calls {@link Claim#sends} before each sending, and {@link Claim#isNew}
 * with the answer. It records the number seen, and then closes the claim. If a number was granted twice, the counter has gone back, and may already
 * stand at the greatest number seen. The caller then moves the number seen {@linkplain Claim#beyond beyond} the granted numbers, so that the counter
 * is refused until it is moved on. Other claims under way at that moment were compared with a lower number, and may move the counter to where it
 * would be trusted again. So their numbers are refused, too, and move the number seen once more.
 *
 * <p>Safe for use by any number of threads. Asks no store. Holds the ranges above the number seen when the oldest claim under way began. Neighbouring
 * ranges are joined. Holds nothing while no claim is under way.
 */
public final class ClaimsUnderWay {
    private static final long NONE = Long.MIN_VALUE;

    /**
     * The claims in the order of their begin, so that the numbers seen never fall. Held weakly: if an error left a claim open, all later grants would
     * be kept for it. Null while there is none.
     */
    private @Nullable Set<WeakReference<Claim>> underWay;
    /** The last number of each range by its first; null while no claim is under way. */
    private @Nullable TreeMap<Long, Long> granted;
    /** How many claims under way were refused: the number seen may not have been moved yet. */
    private int refused;
    /** Numbers up to here are in doubt for claims that begin during that time. */
    private long inDoubt = NONE;
    /** The last answer of {@link Claim#beyond}. */
    private long moved = NONE;

    /** An object without claims. */
    public ClaimsUnderWay() {}

    /**
     * Begins a claim.
     *
     * @param seen the greatest number that was granted by now, to any call that has closed its claim
     * @return to be closed once its numbers are recorded as seen, or once it has failed
     */
    public synchronized Claim begin(LongSupplier seen) {
        Claim claim = new Claim(seen.getAsLong());
        if (underWay == null) {
            granted = new TreeMap<>();
            underWay = new LinkedHashSet<>();
        }
        underWay.add(claim.reference);
        sends(claim);
        return claim;
    }

    /**
     * Records that numbers go back to the counter, which may grant them again. To be called once they no longer count as seen, and before the counter
     * gets them.
     */
    public synchronized void goesBack(long first, long last) {
        if (underWay == null || granted == null) {
            return;
        }
        for (WeakReference<Claim> reference : underWay) {
            Claim claim = reference.get();
            if (claim != null) {
                claim.seen = Math.min(claim.seen, first - 1);
            }
        }
        Map.Entry<Long, Long> range = granted.floorEntry(last);
        while (range != null && range.getValue() >= first) {
            // This order forgets nothing if memory runs out.
            if (range.getValue() > last) {
                granted.put(last + 1, range.getValue());
            }
            if (range.getKey() < first) {
                granted.put(range.getKey(), first - 1);
            } else {
                granted.remove(range.getKey());
            }
            range = granted.lowerEntry(range.getKey());
        }
    }

    private synchronized void sends(Claim claim) {
        claim.inDoubt = refused > 0 ? inDoubt : NONE;
    }

    private synchronized boolean isNew(Claim claim, long first, long last) {
        TreeMap<Long, Long> ranges = granted;
        if (ranges == null) {
            throw new IllegalStateException("the claim was closed");
        }
        Map.Entry<Long, Long> below = ranges.floorEntry(last);
        if (below != null && below.getValue() >= first) {
            refuse(claim, Math.max(last, ranges.lastEntry().getValue()));
            doubtOthers(claim, Long.MAX_VALUE);
            return false;
        }
        if (first <= claim.inDoubt) {
            refuse(claim, last);
            return false;
        }
        long from = below != null && below.getValue() == first - 1 ? below.getKey() : first;
        ranges.put(from, last);
        Long above = ranges.get(last + 1);
        if (above != null) {
            ranges.put(from, above);
            ranges.remove(last + 1);
        }
        return true;
    }

    private void refuse(Claim claim, long last) {
        claim.least = above(last);
        inDoubt = Math.max(inDoubt, claim.least);
        if (!claim.refused) {
            claim.refused = true;
            refused++;
        }
    }

    /** Later claims need no doubt: the moved number seen refuses the counter for them. */
    private void doubtOthers(Claim known, long last) {
        if (underWay == null) {
            return;
        }
        for (WeakReference<Claim> reference : underWay) {
            Claim claim = reference.get();
            if (claim != null && claim != known) {
                claim.inDoubt = Math.max(claim.inDoubt, last);
            }
        }
    }

    private synchronized long beyond(Claim claim, long seen) {
        moved = Math.max(seen == moved ? seen : above(seen), claim.least);
        inDoubt = Math.max(inDoubt, moved);
        doubtOthers(claim, moved);
        return moved;
    }

    private static long above(long number) {
        return number == Long.MAX_VALUE ? number : number + 1;
    }

    private synchronized void end(Claim claim) {
        if (underWay == null || granted == null || !underWay.remove(claim.reference)) {
            return;
        }
        if (claim.refused) {
            refused--;
        }
        Claim oldest = oldest(underWay.iterator());
        if (oldest == null) {
            underWay = null;
            granted = null;
            // A refused claim may not have been closed.
            refused = 0;
            inDoubt = NONE;
        } else {
            while (!granted.isEmpty() && granted.firstEntry().getValue() <= oldest.seen) {
                granted.pollFirstEntry();
            }
        }
    }

    /** The oldest claim that is still referenced, or null; collected claims before it are removed. */
    private static @Nullable Claim oldest(Iterator<WeakReference<Claim>> references) {
        while (references.hasNext()) {
            Claim claim = references.next().get();
            if (claim != null) {
                return claim;
            }
            references.remove();
        }
        return null;
    }

    /** How many ranges are held. */
    synchronized int size() {
        return granted == null ? 0 : granted.size();
    }

    /** A claim, from before its sending until its answer was handled. For use by one thread. */
    public final class Claim implements AutoCloseable {
        private final WeakReference<Claim> reference = new WeakReference<>(this);
        /** Under the lock of the outer object. */
        private long seen;
        /** Numbers up to here are refused for this claim; under the lock, as the others. */
        private long inDoubt = NONE;

        private boolean refused;
        private long least = NONE;

        private Claim(long seen) {
            this.seen = seen;
        }

        /** To be called before each read of the number seen that the counter is compared with. The number then covers all that was found by now. */
        public void sends() {
            ClaimsUnderWay.this.sends(this);
        }

        /**
         * Whether no overlapping claim was granted any of these numbers. If so, they are this claim's from now on.
         *
         * @return false if the counter granted one of them twice, or if that was found for other numbers since this claim was sent
         */
        public boolean isNew(long first, long last) {
            return ClaimsUnderWay.this.isNew(this, first, last);
        }

        /**
         * The number to record as seen after a grant that {@linkplain #isNew is not new}.
         *
         * @return above the granted numbers, and so above the counter unless others have moved it
         */
        public long beyond(long seen) {
            return ClaimsUnderWay.this.beyond(this, seen);
        }

        /** Ends it. A second call does nothing. */
        @Override
        public void close() {
            end(this);
        }
    }
}
