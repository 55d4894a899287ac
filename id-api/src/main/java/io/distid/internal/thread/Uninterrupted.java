package io.distid.internal.thread;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a step to its end although the thread is interrupted. Otherwise each wait for an answer, and each write to a file, would end at once. For
 * releases, which are tried only once. Stateless: safe for use by any number of threads.
 */
public final class Uninterrupted {
    private Uninterrupted() {}

    /**
     * Clears the thread's interrupt, and sets it again afterwards.
     *
     * @param step the step; it handles an interrupt during its run itself
     */
    public static void run(Runnable step) {
        call(() -> {
            step.run();
            return null;
        });
    }

    /** The same for a step with a result. */
    public static <T extends @Nullable Object> T call(Supplier<T> step) {
        boolean interrupted = Thread.interrupted();
        try {
            return step.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
