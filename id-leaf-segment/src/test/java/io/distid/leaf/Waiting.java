package io.distid.leaf;

import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do, and fails loudly if it never does. */
final class Waiting {
    /** For as long as a loader's thread gets no core; and however long a test takes, steps stay as the store has them. */
    static final LeafOptions PATIENT = LeafOptions.DEFAULT
            .withMaxWait(Eventually.LIMIT)
            .withStep(new StepRule(1, 1_000_000, Duration.ZERO, Duration.ofDays(365)));

    private static final long PATIENCE_NANOS = Eventually.LIMIT.toNanos();

    private Waiting() {}

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("did not happen within " + Eventually.LIMIT);
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Waits until a thread is parked. */
    static void awaitParked(Thread thread) {
        await(() -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }
}
