package io.distid.coordination;

import java.util.concurrent.atomic.LongAdder;

/** Counts calls that succeeded and calls that failed. Safe for use by any number of threads. */
final class CallCounter {
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile boolean failing;

    void succeeded() {
        succeeded.increment();
        failing = false;
    }

    void failed() {
        failed.increment();
        failing = true;
    }

    CallStats stats(boolean closed) {
        return new CallStats(succeeded.sum(), failed.sum(), failing, closed);
    }
}
