package io.distid.testservers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Programs that end by themselves. Stateless: safe for use by any number of threads. */
public final class Program {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private Program() {}

    /**
     * Runs a program to its end.
     *
     * @param input what it reads; null for nothing
     * @return what it printed
     * @throws IOException if it cannot be started, does not end within two minutes, or fails; the message has what it printed
     */
    public static String run(Path directory, @Nullable Path input, List<String> command) throws IOException {
        String line = String.join(" ", command);
        Path output = Files.createTempFile("distid-output", ".log");
        Process process = null;
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            if (input != null) {
                builder.redirectInput(input.toFile());
            }
            process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            String printed = Files.readString(output).strip();
            if (!ended || process.exitValue() != 0) {
                String what = ended ? " failed" : " did not end within " + PATIENCE.toSeconds() + " s";
                throw new IOException(line + what + ": " + printed);
            }
            return printed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted during " + line, e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(output);
        }
    }

    /**
     * Waits until the system lets a file be run that was unpacked a moment ago. If another thread starts a child process meanwhile, the
     * child inherits the file, open for writing. Until the child becomes another program, the system refuses to run the file.
     */
    public static void awaitRunnable(Path binary) throws IOException {
        IOException[] failure = new IOException[1];
        Await.until(PATIENCE, () -> {
            try {
                run(binary.toAbsolutePath().getParent(), null, List.of(binary.toString(), "--version"));
                failure[0] = null;
            } catch (IOException e) {
                failure[0] = e;
            }
            return failure[0] == null
                    || !String.valueOf(failure[0].getMessage()).contains("Text file busy");
        });
        if (failure[0] != null) {
            throw failure[0];
        }
    }
}
