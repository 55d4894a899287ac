package io.distid.coordination;

import io.distid.process.CopyListener;

/**
 * Counts how often this process is known to have been checkpointed or restored. Two copies of a process that held a lock would both hold
 * it, with the same fencing number; so neither does. Safe for use by any number of threads.
 */
final class ProcessCopies implements CopyListener {
    private volatile int count;

    int count() {
        return count;
    }

    @Override
    public void beforeCopy() {
        copied();
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    public synchronized void copied() {
        count++;
    }

    /** A jump of the clock alone is counted by {@link LeaseClock}. */
    @Override
    public void maybeCopied() {}
}
