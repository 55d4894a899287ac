package io.distid.testservers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One command that can be started again and again in a directory, and both of which end with this JVM. */
sealed interface ChildProcess extends AutoCloseable permits GuardedProcess, HookedProcess {
    /** What the command prints goes to this file of its directory. */
    String LOG = "server.log";

    enum Signal {
        TERM,
        STOP,
        CONT
    }

    /** Prepares a command; an empty one only has the directory removed in the end. */
    static ChildProcess in(Path directory, List<String> command, Map<String, String> environment) {
        return System.getProperty("os.name").startsWith("Windows")
                ? new HookedProcess(directory, command, environment)
                : new GuardedProcess(directory, command, environment);
    }

    /** Starts the command, which must not be running, and returns its process id. */
    long start();

    boolean isAlive();

    void signal(Signal signal);

    /** Kills the process and returns once it is gone. */
    void kill();

    /** Kills the process and removes the directory. */
    @Override
    void close();
}
