package io.distid.spi;

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
 * <p>A call begins a claim before it sends anything, asks by {@link Claim#isNew} once it has the answer, tells whoever keeps what was seen, and then closes the claim.
 * Where the answer is that a number was granted twice, the counter has gone back, and by now stands where this object has seen it: what is kept as seen is
 * to be moved {@linkplain #beyond beyond} that, so that the counter is refused until it was moved on.
 *
 * <p>Safe for use by any number of threads. Asks no store. Holds ranges above what had been seen when the oldest claim under way began, neighbouring ones as one,
 * and nothing while none is under way.
 */
public final class ClaimsUnderWay {
    /**
     * In the order in which they began, in which what had been seen never falls. Weakly, since a claim that an error kept from being closed would have all that is
     * granted from then on kept; null while there is none.
     */
    private @Nullable Set<WeakReference<Claim>> underWay;
    /** The last number of each range by its first; null while no claim is under way. */
    private @Nullable TreeMap<Long, Long> granted;

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

    /**
     * What to keep as seen of a counter that has granted a number twice.
     *
     * @param seen what was seen of it
     * @param last the last number that it has granted twice
     * @return above both, and so above where the counter stands unless others have moved it
     */
    public static long beyond(long seen, long last) {
        long most = Math.max(seen, last);
        return most == Long.MAX_VALUE ? most : most + 1;
    }

    private synchronized boolean isNew(long first, long last) {
        TreeMap<Long, Long> ranges = granted;
        if (ranges == null) {
            throw new IllegalStateException("the claim was closed");
        }
        Map.Entry<Long, Long> below = ranges.floorEntry(last);
        if (below != null && below.getValue() >= first) {
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

    private synchronized void end(Claim claim) {
        if (underWay == null || granted == null || !underWay.remove(claim.reference)) {
            return;
        }
        Claim oldest = oldest(underWay.iterator());
        if (oldest == null) {
            underWay = null;
            granted = null;
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

        private Claim(long seen) {
            this.seen = seen;
        }

        /**
         * Whether no claim that this one overlaps was granted any of some numbers; if so, they are this one's from now on.
         *
         * @param first the first that was granted
         * @param last the last that was granted, not below the first
         * @return false if the counter has granted one of them twice
         */
        public boolean isNew(long first, long last) {
            return ClaimsUnderWay.this.isNew(first, last);
        }

        /** Ends it. A second call does nothing. */
        @Override
        public void close() {
            end(this);
        }
    }
}
