package io.distid.testservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a process that was sent {@code SIGSTOP} stands still.
 *
 * <p>Sending the signal does not stop it: one of its threads has to get a core first to take the signal, and until then all
 * others go on. On busy cores that is long enough for a server to answer one more question.
 */
final class ProcessState {
    private static final Path PROCESSES = Path.of("/proc");

    private ProcessState() {}

    /** True if every thread of the process is stopped. */
    static boolean reached(long pid) {
        Path tasks = PROCESSES.resolve(Long.toString(pid)).resolve("task");
        try {
            return Files.isDirectory(tasks) ? allStopped(tasks) : stoppedAsToldByPs(pid);
        } catch (IOException e) {
            throw new IllegalStateException("cannot tell whether process " + pid + " is stopped", e);
        }
    }

    private static boolean allStopped(Path tasks) throws IOException {
        List<Path> threads;
        try (Stream<Path> found = Files.list(tasks)) {
            threads = found.toList();
        }
        for (Path thread : threads) {
            if (!isStopped(thread)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isStopped(Path thread) {
        try {
            // The state follows the name, which is in brackets and may itself have some.
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith(") T ", stat.lastIndexOf(')'));
        } catch (IOException e) {
            // It has ended since the threads were listed: it was not stopped then.
            return false;
        }
    }

    /** Where the system shows no threads as files, its tool reports the process as a whole. */
    private static boolean stoppedAsToldByPs(long pid) throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(pid))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ps.getOutputStream().close();
        return new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .strip()
                .startsWith("T");
    }
}
