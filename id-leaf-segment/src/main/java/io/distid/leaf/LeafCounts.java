package io.distid.leaf;

import io.distid.internal.CallCounts;
import java.util.concurrent.atomic.AtomicLong;

/** Counts a tag's ids and loads. A call for a single id counts nothing. Safe for use by any number of threads. */
final class LeafCounts {
    /** Calls that waited or failed. */
    final CallCounts calls = new CallCounts();

    final AtomicLong loads = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong claimed = new AtomicLong();
    /** Ids that will never be issued. */
    final AtomicLong burned = new AtomicLong();

    final AtomicLong givenBack = new AtomicLong();

    /** A segment was granted. */
    void loaded(long ids) {
        claimed.addAndGet(ids);
        loads.incrementAndGet();
    }

    /** The store took back ids that had counted as burned. */
    void gaveBack(long ids) {
        burned.addAndGet(-ids);
        givenBack.addAndGet(ids);
    }

    /** How many ids were issued. */
    long issued(long left, long lost) {
        return Math.max(0, claimed.get() - left - burned.get() - lost - givenBack.get());
    }
}
