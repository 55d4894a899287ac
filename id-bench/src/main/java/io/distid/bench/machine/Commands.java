package io.distid.bench.machine;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs small programs of the machine for a single fact. */
final class Commands {
    private Commands() {}

    /** The first line of a command's output; empty if there is no such command, it fails, or it prints nothing. */
    static Optional<String> firstLine(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
            boolean ended = process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
            return ended ? output.lines().findFirst() : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
