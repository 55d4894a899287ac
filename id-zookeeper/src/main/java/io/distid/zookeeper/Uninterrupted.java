package io.distid.zookeeper;

/** What is done although the thread was interrupted before: each wait for an answer, and each write to a file, would end at once. */
final class Uninterrupted {
    private Uninterrupted() {}

    /** Clears the interrupt, and sets it again afterwards. One that comes meanwhile counts. */
    static void run(Runnable step) {
        boolean interrupted = Thread.interrupted();
        try {
            step.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
