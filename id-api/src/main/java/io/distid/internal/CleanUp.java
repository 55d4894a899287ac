package io.distid.internal;

/** Ends after an error what was begun before it. Stateless: safe for use by any number of threads. */
public final class CleanUp {
    private CleanUp() {}

    /** A step that ends something. */
    @FunctionalInterface
    public interface Step {
        /** Runs the step. */
        void run() throws Exception;
    }

    /** Runs a step after an error. If the step fails, too, its error is suppressed in favour of the first. */
    public static void after(Throwable error, Step step) {
        try {
            step.run();
        } catch (Exception | Error e) {
            if (e != error) {
                error.addSuppressed(e);
            }
        }
    }
}
