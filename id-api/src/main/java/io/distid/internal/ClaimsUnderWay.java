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
 * The numbers that a counter granted to calls of one object that overlap, so that no two of them return the same one.
 *
 * <p>A counter that went back, as by a failover to a replica that lagged, is found out by what had been seen when a claim was sent. That says nothing of
 * a claim that was sent before and whose answer comes late: meanwhile its numbers may have been granted once more, to another call. So what is granted is
 * kept for as long as a claim is under way that was sent before, and compared with each answer. A counter that only grows never grants a number twice, in
 * whichever order its answers come.
 *
 * <p>A call begins a claim before it sends anything, tells by {@link Claim#sends} of each time that it is sent, asks by {@link Claim#isNew} once it has the answer, tells
 * whoever keeps what was seen, and then closes the claim.
 * Where the answer is that a number was granted twice, the counter has gone back, and by now stands where this object has seen it: what is kept as seen is
 * to be moved {@linkplain Claim#beyond beyond} that, so that the counter is refused until it was moved on. Claims that are on their way at that moment were compared with
 * less, and may move the counter to where it would be trusted again: what they are granted is refused in the same way, and has what is kept as seen moved once more.
 *
 * <p>Safe for use by any number of threads. Asks no store. Holds ranges above what had been seen when the oldest claim under way began, neighbouring ones as one,
 * and nothing while none is under way.
 */
public final class ClaimsUnderWay {
    private static final long NONE = Long.MIN_VALUE;

    /**
     * In the order in which they began, in which what had been seen never falls. Weakly, since a claim that an error kept from being closed would have all that is
     * granted from then on kept; null while there is none.
     */
    private @Nullable Set<WeakReference<Claim>> underWay;
    /** The last number of each range by its first; null while no claim is under way. */
    private @Nullable TreeMap<Long, Long> granted;
    /** How many claims under way were refused: what is kept as seen may not have been moved yet. */
    private int refused;
    /** Up to where numbers are in doubt that are granted to a claim which begins meanwhile. */
    private long inDoubt = NONE;
    /** What {@link Claim#beyond} told last. */
    private long moved = NONE;

    /** Without a claim. */
    public ClaimsUnderWay() {}

    /**
     * Begins a claim.
     *
     * @param seen the greatest number that was granted by now, to any call that has closed its claim
     * @return to be closed once what it was granted is among what was seen, or once it has failed
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
     * Takes note that numbers go back to the counter, which may grant them again; to be called once they are no more among what was seen, and before the counter is
     * told.
     *
     * @param first the first of them
     * @param last the last of them
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
            // In this order: if there is no memory for it, nothing is forgotten.
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

    /** As those that begin from now on are refused by the counter, once what is kept as seen was moved. */
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
            // One that was refused may not have been closed.
            refused = 0;
            inDoubt = NONE;
        } else {
            while (!granted.isEmpty() && granted.firstEntry().getValue() <= oldest.seen) {
                granted.pollFirstEntry();
            }
        }
    }

    /** Null if there is none; those before it that nobody has any more are removed. */
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

    /** A claim from before it is sent until its answer was dealt with. For use by one thread. */
    public final class Claim implements AutoCloseable {
        private final WeakReference<Claim> reference = new WeakReference<>(this);
        /** Under the lock of the whole. */
        private long seen;
        /** Up to where what it is granted is refused; under the lock, as are the others. */
        private long inDoubt = NONE;

        private boolean refused;
        private long least = NONE;

        private Claim(long seen) {
            this.seen = seen;
        }

        /** To be told before what was seen is read, each time that it is compared with the counter: what was found out by then is in it. */
        public void sends() {
            ClaimsUnderWay.this.sends(this);
        }

        /**
         * Whether no claim that this one overlaps was granted any of some numbers; if so, they are this one's from now on.
         *
         * @param first the first that was granted
         * @param last the last that was granted, not below the first
         * @return false if the counter has granted one of them twice, or if that was found out of others since this claim was sent
         */
        public boolean isNew(long first, long last) {
            return ClaimsUnderWay.this.isNew(this, first, last);
        }

        /**
         * What to keep as seen of the counter once it has granted what {@linkplain #isNew is not new}.
         *
         * @param seen what was seen of it
         * @return above what it has granted, and so above where it stands unless others have moved it
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
