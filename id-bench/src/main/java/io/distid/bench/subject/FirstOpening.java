package io.distid.bench.subject;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Opens a subject for the first time and closes it, on a thread of its own. The first lease of a new namespace begins later than any lost one
 * could have reserved; those seconds are no part of what is measured, and nothing runs in them, so several may wait side by side.
 * Stateless: safe for use by any number of threads.
 */
public final class FirstOpening {
    private FirstOpening() {}

    /**
     * Begins.
     *
     * @param subject not opened yet by anyone
     * @param settings what it is opened with later, too; asked for here, by the calling thread
     * @return done once it is closed again; fails as the settings or the opening do
     */
    public static CompletableFuture<Void> of(Subject subject, Supplier<Map<String, String>> settings) {
        try {
            Map<String, String> all = settings.get();
            // A thread for each: they do nothing but wait, and the common pool has as many as there are cores.
            return CompletableFuture.runAsync(() -> subject.opening().open(all).close(), task -> {
                Thread thread = new Thread(task, "distid-bench-opening");
                thread.setDaemon(true);
                thread.start();
            });
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
