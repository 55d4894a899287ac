package io.distid.testservers.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One command in a directory, which can be started again and again. Both end with this JVM. Safe for use by several threads. */
public sealed interface ChildProcess extends AutoCloseable permits GuardedProcess, HookedProcess {
    /** The file of the directory for the output of the command. */
    String LOG = "server.log";

    /** Prepares a command; an empty command only removes the directory in the end. */
    static ChildProcess in(Path directory, List<String> command, Map<String, String> environment) {
        return System.getProperty("os.name").startsWith("Windows")
                ? new HookedProcess(directory, command, environment)
                : new GuardedProcess(directory, command, environment, null);
    }

    /** The same with the folder {@code data} of its directory on a disk of its own. */
    static ChildProcess on(SmallDisk disk, Path directory, List<String> command, Map<String, String> environment) {
        return new GuardedProcess(directory, command, environment, disk);
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
