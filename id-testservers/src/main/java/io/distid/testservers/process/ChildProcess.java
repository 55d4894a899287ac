package io.distid.testservers.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One command in a directory, which can be started again and again. Both end with this JVM. Safe for use by several threads. */
public sealed interface ChildProcess extends AutoCloseable permits GuardedProcess, HookedProcess {
    /** The file of the directory for the output of the command. */
    String LOG = "server.log";

    /**
     * Prepares a command.
     *
     * @param disk a disk of its own for the folder {@code data} of the directory; null for none
     */
    static ChildProcess of(
            Path directory, List<String> command, Map<String, String> environment, @Nullable SmallDisk disk) {
        return disk == null && System.getProperty("os.name").startsWith("Windows")
                ? new HookedProcess(directory, command, environment)
                : new GuardedProcess(directory, command, environment, disk);
    }

    /** Removes a directory once this JVM has ended, however it ends, or when this is closed. */
    static ChildProcess guard(Path directory) {
        return of(directory, List.of(), Map.of(), null);
    }

    /** Starts the command, which must not be running, and returns its process id. */
    long start();

    boolean isAlive();

    /** Asks the process to end, by a signal if the system has signals. */
    void terminate(String signal);

    /** Kills the process and returns once it is gone. */
    void kill();

    /**
     * Fills the disk of its own.
     *
     * @throws UnsupportedOperationException if it has none
     */
    default void fillDisk() {
        throw new UnsupportedOperationException("the server has no disk of its own to fill");
    }

    /** Gives back the space that {@link #fillDisk()} took. */
    default void freeDisk() {}

    /** Kills the process and removes the directory. */
    @Override
    void close();
}
