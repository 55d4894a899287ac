package io.distid.leaf;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do, and fails loudly if it never does. */
final class Waiting {
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private Waiting() {}

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("did not happen within 20 s");
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Waits until a thread is parked. */
    static void awaitParked(Thread thread) {
        await(() -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }
}
