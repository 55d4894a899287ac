package io.distid.leaf;

import io.distid.spi.CallCounts;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * What became of a tag's ids and loads, counted where it happens and never on the way of a single id. One object with a field for each count,
 * since there may be a hundred thousand tags.
 */
final class LeafCounts {
    private static final AtomicLongFieldUpdater<LeafCounts> CLAIMED = field("claimed");
    private static final AtomicLongFieldUpdater<LeafCounts> BURNED = field("burned");
    private static final AtomicLongFieldUpdater<LeafCounts> GIVEN_BACK = field("givenBack");
    private static final AtomicLongFieldUpdater<LeafCounts> LOADS = field("loads");
    private static final AtomicLongFieldUpdater<LeafCounts> FAILURES = field("failures");

    private final CallCounts calls = new CallCounts();
    private volatile long claimed;
    private volatile long burned;
    private volatile long givenBack;
    private volatile long loads;
    private volatile long failures;

    private static AtomicLongFieldUpdater<LeafCounts> field(String name) {
        return AtomicLongFieldUpdater.newUpdater(LeafCounts.class, name);
    }

    /** Calls that waited or failed. */
    CallCounts calls() {
        return calls;
    }

    void loaded(long ids) {
        CLAIMED.addAndGet(this, ids);
        LOADS.incrementAndGet(this);
    }

    void failed() {
        FAILURES.incrementAndGet(this);
    }

    void burned(long ids) {
        BURNED.addAndGet(this, ids);
    }

    /** Ids that had counted as burned, until the store took them back. */
    void givenBack(long ids) {
        BURNED.addAndGet(this, -ids);
        GIVEN_BACK.addAndGet(this, ids);
    }

    long claimed() {
        return claimed;
    }

    long burned() {
        return burned;
    }

    long givenBack() {
        return givenBack;
    }

    long loads() {
        return loads;
    }

    long failures() {
        return failures;
    }
}
