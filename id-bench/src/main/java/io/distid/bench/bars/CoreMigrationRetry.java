package io.distid.bench.bars;

import java.util.function.BooleanSupplier;

/**
 * Measures what threads share while the cores are where they mostly are: a bar is a ratio of two runs, and means nothing if the
 * host of the machine moved its cores apart for one of them. What was measured while they moved is measured again, a bounded
 * number of times. Not for use by several threads.
 */
final class CoreMigrationRetry {
    /** The last counts, wherever the cores are: some hosts never keep them still. */
    static final int ATTEMPTS = 3;

    /** A host that moved cores apart mostly moves them back within seconds. */
    static final int SAMPLES = 20;

    private static final long PAUSE_MILLIS = 250;

    private final BooleanSupplier near;
    private final long pauseMillis;
    private int again;
    private int apart;

    /** Samples by the means given: true if the cores are near each other. */
    CoreMigrationRetry(BooleanSupplier near) {
        this(near, PAUSE_MILLIS);
    }

    CoreMigrationRetry(BooleanSupplier near, long pauseMillis) {
        this.near = near;
        this.pauseMillis = pauseMillis;
    }

    /** Measures once. */
    @FunctionalInterface
    interface Measurement<T> {
        T measure() throws InterruptedException;
    }

    /**
     * What was measured.
     *
     * @param value of the attempt that counts
     * @param coresMoved whether the cores were apart or moving in that attempt
     */
    record Measured<T>(T value, boolean coresMoved) {}

    /** The first measurement that began and ended with the cores near each other, or the last of a few. */
    <T> Measured<T> measure(Measurement<T> measurement) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            boolean before = awaitNear();
            T measured = measurement.measure();
            if (before && near.getAsBoolean()) {
                return new Measured<>(measured, false);
            }
            if (attempt == ATTEMPTS) {
                apart++;
                return new Measured<>(measured, true);
            }
            again++;
        }
    }

    /** The warning for a reader; empty if the cores did not move. */
    String message() {
        return again + apart == 0
                ? ""
                : "the host moved its cores: " + again + " JVMs with several threads were measured again for it, and "
                        + apart + " bars' figures were taken with the cores apart or moving even at the last attempt";
    }

    private boolean awaitNear() throws InterruptedException {
        for (int sample = 1; sample < SAMPLES; sample++) {
            if (near.getAsBoolean()) {
                return true;
            }
            Thread.sleep(pauseMillis);
        }
        return near.getAsBoolean();
    }
}
