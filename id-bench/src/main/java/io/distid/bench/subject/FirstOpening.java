package io.distid.bench.subject;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Opens a subject for the first time and closes it, on its own thread. The first lease of a new namespace waits some
 * seconds, since a lost record may still have a holder. Those seconds must not be measured. Nothing runs during them,
 * so several subjects may wait side by side. Stateless: safe for use by any number of threads.
 */
public final class FirstOpening {
    private FirstOpening() {}

    /** Begins; done when the subject is closed again. The calling thread reads the settings. */
    public static CompletableFuture<Void> of(Subject subject, Supplier<Map<String, String>> settings) {
        try {
            Map<String, String> all = settings.get();
            // A thread for each: they only wait, and the common pool has just one for each core.
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
