package io.distid.testservers.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program that was unpacked a moment ago.
 *
 * <p>If another thread starts a child process meanwhile, the child inherits the file, open for writing. Until the child
 * becomes another program, the system refuses to run the file. After one success it always runs, so this class tries until
 * it does. Stateless: safe for use by any number of threads.
 */
public final class FreshBinary {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private FreshBinary() {}

    /** Waits until the system lets the file be run. */
    public static void awaitRunnable(Path binary) throws IOException {
        IOException[] failure = new IOException[1];
        Await.until(PATIENCE, () -> {
            failure[0] = run(binary);
            return failure[0] == null
                    || !String.valueOf(failure[0].getMessage()).contains("Text file busy");
        });
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    private static @Nullable IOException run(Path binary) {
        try {
            Process process = new ProcessBuilder(binary.toString(), "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return null;
            }
            process.destroyForcibly();
            return new IOException(binary + " --version did not end within " + PATIENCE.toSeconds() + " s");
        } catch (IOException e) {
            return e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new IOException("interrupted while " + binary + " was tried", e);
        }
    }
}
