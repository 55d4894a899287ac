package io.distid.spi;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The numbers that a counter granted to calls of one object that overlap, so that no two of them return the same one.
 *
 * <p>A counter that went back, as by a failover to a replica that lagged, is found out by what had been seen when a claim was sent. That says nothing of
 * a claim that was sent before and whose answer comes late: meanwhile its numbers may have been granted once more, to another call. So what is granted is
 * kept for as long as a claim is under way that was sent before, and compared with each answer. A counter that only grows never grants a number twice, in
 * whichever order its answers come.
 *
 * <p>A call begins a claim before it sends anything, asks by {@link Claim#isNew} once it has the answer, tells whoever keeps what was seen, and then closes the claim.
 *
 * <p>Safe for use by any number of threads. Asks no store. Holds ranges above what had been seen when the oldest claim under way began, neighbouring ones as one.
 */
public final class ClaimsUnderWay {
    /** In the order in which they began, in which what had been seen never falls. */
    private final Set<Claim> underWay = new LinkedHashSet<>();
    /** The last number of each range by its first. */
    private final TreeMap<Long, Long> granted = new TreeMap<>();

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
        underWay.add(claim);
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
        for (Claim claim : underWay) {
            claim.seen = Math.min(claim.seen, first - 1);
        }
        Map.Entry<Long, Long> range = granted.floorEntry(last);
        while (range != null && range.getValue() >= first) {
            granted.remove(range.getKey());
            if (range.getKey() < first) {
                granted.put(range.getKey(), first - 1);
            }
            if (range.getValue() > last) {
                granted.put(last + 1, range.getValue());
            }
            range = granted.lowerEntry(range.getKey());
        }
    }

    private synchronized boolean isNew(long first, long last) {
        Map.Entry<Long, Long> below = granted.floorEntry(last);
        if (below != null && below.getValue() >= first) {
            return false;
        }
        long from = below != null && below.getValue() == first - 1 ? below.getKey() : first;
        Long above = granted.remove(last + 1);
        granted.put(from, above == null ? last : above);
        return true;
    }

    private synchronized void end(Claim claim) {
        if (underWay.remove(claim)) {
            long seen =
                    underWay.isEmpty() ? Long.MAX_VALUE : underWay.iterator().next().seen;
            while (!granted.isEmpty() && granted.firstEntry().getValue() <= seen) {
                granted.pollFirstEntry();
            }
        }
    }

    /** How many ranges are held. */
    synchronized int size() {
        return granted.size();
    }

    /** A claim from before it is sent until its answer was dealt with. For use by one thread. */
    public final class Claim implements AutoCloseable {
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
