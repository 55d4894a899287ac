package io.distid.testservers.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for an event in another process, which no lock or latch of this process can signal. Stateless: safe for use by any number of
 * threads.
 */
public final class Await {
    private static final long INTERVAL_NANOS = Duration.ofMillis(20).toNanos();

    private Await() {}

    /** Asks until the answer is yes; false once the timeout has passed. */
    public static boolean until(Duration timeout, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > timeout.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new ServerUnavailableException("interrupted while waiting for a server");
            }
        }
        return true;
    }
}
