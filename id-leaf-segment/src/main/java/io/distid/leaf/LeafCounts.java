package io.distid.leaf;

import io.distid.spi.CallCounts;
import java.util.concurrent.atomic.AtomicLong;

/** What became of a tag's ids and loads, counted where it happens and never on the way of a single id. */
final class LeafCounts {
    private final AtomicLong claimed = new AtomicLong();
    private final AtomicLong burned = new AtomicLong();
    private final AtomicLong givenBack = new AtomicLong();
    private final AtomicLong loads = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    private final CallCounts calls = new CallCounts();

    /** Calls that waited or failed. */
    CallCounts calls() {
        return calls;
    }

    void loaded(long ids) {
        claimed.addAndGet(ids);
        loads.incrementAndGet();
    }

    void failed() {
        failures.incrementAndGet();
    }

    void burned(long ids) {
        burned.addAndGet(ids);
    }

    /** Ids that had counted as burned, until the store took them back. */
    void givenBack(long ids) {
        burned.addAndGet(-ids);
        givenBack.addAndGet(ids);
    }

    long claimed() {
        return claimed.get();
    }

    long burned() {
        return burned.get();
    }

    long givenBack() {
        return givenBack.get();
    }

    long loads() {
        return loads.get();
    }

    long failures() {
        return failures.get();
    }
}
