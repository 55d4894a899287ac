package io.distid.testservers.fault;

import io.distid.testservers.process.Await;
import io.distid.testservers.process.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pauses a process by {@code SIGSTOP}, as a long pause of its machine would, and waits until it stands still. Stateless: safe for use by
 * any number of threads.
 *
 * <p>The signal alone does not stop a process. One of its threads must first get a core to take the signal, and until then all other
 * threads go on. On busy cores that is long enough for a server to answer one more request.
 */
public final class ProcessPause {
    private static final Path PROCESSES = Path.of("/proc");
    private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private ProcessPause() {}

    /**
     * Pauses a process of this user.
     *
     * @param pid the id of the process
     * @throws UnsupportedOperationException on Windows
     * @throws IllegalStateException if it cannot be signalled, or still runs after 60 s
     */
    public static void pause(long pid) {
        stop(pid);
        await(pid, "process " + pid);
    }

    /** Sends the signal. */
    public static void stop(long pid) {
        signal("-STOP", pid);
    }

    /** Waits until a process that was sent the signal stands still. */
    public static void await(long pid, String name) {
        if (!Await.until(TIMEOUT, () -> isPaused(pid))) {
            throw new IllegalStateException(
                    name + " still ran " + TIMEOUT.toSeconds() + " s after it was sent SIGSTOP");
        }
    }

    /**
     * Lets a paused process go on.
     *
     * @param pid the id of the process
     * @throws UnsupportedOperationException on Windows
     * @throws IllegalStateException if it cannot be signalled
     */
    public static void resume(long pid) {
        signal("-CONT", pid);
    }

    private static void signal(String signal, long pid) {
        if (WINDOWS) {
            throw new UnsupportedOperationException("a process cannot be paused or resumed on this system");
        }
        try {
            // This is the shell's own kill, since a system may lack the program.
            int exit = new ProcessBuilder("/bin/sh", "-c", "kill \"$0\" \"$1\"", signal, Long.toString(pid))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    // An interrupted thread waits, too, since it must know whether the signal was sent.
                    .join()
                    .exitValue();
            if (exit != 0) {
                throw new IllegalStateException("kill " + signal + " of process " + pid + " ended with " + exit);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot signal process " + pid, e);
        }
    }

    /** True if every thread of the process is stopped. */
    private static boolean isPaused(long pid) {
        Path tasks = PROCESSES.resolve(Long.toString(pid)).resolve("task");
        try {
            return Files.isDirectory(tasks) ? allStopped(tasks) : isStoppedByPs(pid);
        } catch (IOException e) {
            throw new IllegalStateException("cannot tell whether process " + pid + " is stopped", e);
        }
    }

    private static boolean allStopped(Path tasks) throws IOException {
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.toList().stream().allMatch(ProcessPause::isStopped);
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            // The state follows the name, which is in brackets and may itself have some.
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            int state = stat.lastIndexOf(')');
            // A child that has ended stays a zombie for as long as its parent is paused.
            return stat.startsWith(") T ", state) || stat.startsWith(") Z ", state);
        } catch (IOException e) {
            // The thread has ended since the threads were listed, so it was not stopped then.
            return false;
        }
    }

    /** Asks the system's tool for the process as a whole, if the system shows no threads as files. */
    private static boolean isStoppedByPs(long pid) throws IOException {
        return Program.run(Path.of("/"), null, List.of("ps", "-o", "state=", "-p", Long.toString(pid)))
                .startsWith("T");
    }
}
