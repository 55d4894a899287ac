package io.distid.leaf;

import io.distid.spi.CallCounts;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What became of a tag's ids and loads, counted where it happens and never on the way of a single id. One object for all counts, since there
 * may be a hundred thousand tags.
 */
final class LeafCounts {
    private static final int CLAIMED = 0;
    private static final int BURNED = 1;
    private static final int GIVEN_BACK = 2;
    private static final int LOADS = 3;
    private static final int FAILURES = 4;

    private final AtomicLongArray counts = new AtomicLongArray(FAILURES + 1);
    private final CallCounts calls = new CallCounts();

    /** Calls that waited or failed. */
    CallCounts calls() {
        return calls;
    }

    void loaded(long ids) {
        counts.addAndGet(CLAIMED, ids);
        counts.incrementAndGet(LOADS);
    }

    void failed() {
        counts.incrementAndGet(FAILURES);
    }

    void burned(long ids) {
        counts.addAndGet(BURNED, ids);
    }

    /** Ids that had counted as burned, until the store took them back. */
    void givenBack(long ids) {
        counts.addAndGet(BURNED, -ids);
        counts.addAndGet(GIVEN_BACK, ids);
    }

    long claimed() {
        return counts.get(CLAIMED);
    }

    long burned() {
        return counts.get(BURNED);
    }

    long givenBack() {
        return counts.get(GIVEN_BACK);
    }

    long loads() {
        return counts.get(LOADS);
    }

    long failures() {
        return counts.get(FAILURES);
    }
}
