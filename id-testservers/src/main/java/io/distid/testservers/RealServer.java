package io.distid.testservers;

import io.distid.testservers.process.Await;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A real server that answers, and that takes injected faults.
 *
 * <p>Whatever starts a server returns one that answers. It throws {@link ServerUnavailableException} if none can be had, with what is
 * missing, and {@code IllegalArgumentException} if a system property is malformed.
 *
 * <p>A server that distid started itself can be stopped, killed, paused and restarted on the same data and port. A server
 * that a system property names cannot, and the shared server of a JVM cannot either: see {@link #canFault()}. Only one
 * thread at a time may inject faults; everything else is thread-safe.
 *
 * <p>An embedded server never outlives the JVM, even if the JVM is killed with {@code SIGKILL}, and its directory is
 * removed. On Windows a shutdown hook replaces the guard: a JVM that is terminated forcibly leaves the server and its
 * directory behind. Servers on Windows can be neither paused nor resumed.
 */
public abstract sealed class RealServer implements AutoCloseable
        permits EtcdServer, RedisServer, SqlServer, ZooKeeperServer {
    private final ServerNode node;
    private final boolean shared;
    private String version = "unknown";

    RealServer(ServerNode node, boolean shared) {
        this.node = node;
        this.shared = shared;
    }

    /**
     * Says in one line what this is: the product and version by the server's own answer, and its origin, such as
     * {@code MariaDB 11.4.5 (embedded)}. The line holds no secret, and is known while the server is down, too.
     *
     * @return product, version and origin
     */
    public final String describe() {
        return version + " (" + node.origin + ")";
    }

    /** Returns the host name or the address that clients connect to. */
    public final String host() {
        return node.host;
    }

    /** Returns the port that clients connect to. It stays the same over a restart. */
    public final int port() {
        return node.port;
    }

    /** Tells whether this server can be stopped, killed, paused and restarted; if not, these throw {@code UnsupportedOperationException}. */
    public final boolean canFault() {
        return node.canFault() && !shared;
    }

    /**
     * Returns the process id of the server: on this machine, or on the Docker host if it runs there.
     *
     * @return a process id
     * @throws UnsupportedOperationException if the server is an endpoint
     * @throws IllegalStateException if the server is down
     */
    public final long pid() {
        return node.pid();
    }

    /** Shuts the server down cleanly and waits until it is down; data and port are kept. Does nothing if it is down. */
    public final void stop() {
        requireFaults("stopped");
        node.stop();
    }

    /** Kills the server with {@code SIGKILL}, as a crash would, and waits until it is gone. Does nothing if it is down. */
    public final void kill() {
        requireFaults("killed");
        node.kill();
    }

    /**
     * Freezes the server with {@code SIGSTOP} and waits until it stands still: connections stay open and nothing answers.
     *
     * @throws UnsupportedOperationException on Windows
     * @throws IllegalStateException if the server is down, or does not stand still within 60 s
     */
    public final void pause() {
        requireFaults("paused");
        node.pause();
    }

    /**
     * Resumes a paused server. Does nothing if the server is running.
     *
     * @throws UnsupportedOperationException on Windows
     * @throws IllegalStateException if the server is down
     */
    public final void resume() {
        requireFaults("resumed");
        node.resume();
    }

    /**
     * Starts the server again on the same data and port, and waits until it answers. A running server is stopped
     * cleanly first.
     *
     * @throws ServerUnavailableException if it does not come up again
     */
    public final void restart() {
        requireFaults("restarted");
        node.stop();
        node.start();
        awaitAnswer();
    }

    /**
     * Tells whether the data of this server can be copied and restored.
     *
     * @return {@code false} for a container, an endpoint, the server that all test classes of a JVM share, and one with a disk of its own
     */
    public final boolean canCopyData() {
        return node instanceof ChildServer child && !child.hasOwnDisk() && !shared;
    }

    /**
     * Copies the present data, and replaces an earlier copy. The server stands still meanwhile.
     *
     * @throws UnsupportedOperationException if {@link #canCopyData()} is false
     * @throws IllegalStateException if the server is down
     */
    public final void copyData() {
        copyable().copyData();
    }

    /**
     * Stops the server, replaces its data by the copy, starts it on the same port, and waits until it answers.
     *
     * @throws UnsupportedOperationException if {@link #canCopyData()} is false
     * @throws IllegalStateException if there is no copy
     * @throws ServerUnavailableException if it does not come up again
     */
    public final void restoreData() {
        copyable().restoreData();
        node.start();
        awaitAnswer();
    }

    private ChildServer copyable() {
        requireFaults("rolled back");
        ChildServer child = process();
        if (child.hasOwnDisk()) {
            throw new UnsupportedOperationException(describe() + " has a disk of its own: its data cannot be copied");
        }
        return child;
    }

    /**
     * Fills the disk of a server that was started with its own disk. The server may still use space that it had allocated.
     *
     * @throws UnsupportedOperationException if it has no disk of its own
     */
    public final void fillDisk() {
        onOwnDisk().fillDisk();
    }

    /**
     * Gives back the space that {@link #fillDisk()} took. A server that has ended meanwhile is not started again.
     *
     * @throws UnsupportedOperationException if it has no disk of its own
     */
    public final void freeDisk() {
        onOwnDisk().freeDisk();
    }

    private ChildServer onOwnDisk() {
        if (node instanceof ChildServer child && child.hasOwnDisk()) {
            return child;
        }
        throw new UnsupportedOperationException(describe() + " has no disk of its own");
    }

    /**
     * Tells whether the process of this server runs, paused or not: it may have ended by itself.
     *
     * @return {@code false} also before a restart and after a close
     * @throws UnsupportedOperationException if it does not run as a process of this machine
     */
    public final boolean isRunning() {
        return process().isRunning();
    }

    /**
     * Searches the server's log since its first start.
     *
     * @param wanted the pattern to find in a line
     * @return the last matching line, or empty if there is none
     * @throws UnsupportedOperationException if it does not run as a process of this machine
     */
    public final Optional<String> logged(Pattern wanted) {
        return process().logged(wanted);
    }

    private ChildServer process() {
        if (node instanceof ChildServer child) {
            return child;
        }
        throw new UnsupportedOperationException(describe() + " is not a process of this machine");
    }

    /**
     * Ends the server and removes its data. A shared server stays for the rest of the JVM's life, and an endpoint runs on.
     * Closing twice does nothing.
     */
    @Override
    public final void close() {
        if (!shared) {
            cleanUp();
            node.close();
        }
    }

    /** Returns {@link #describe()}. */
    @Override
    public final String toString() {
        return describe();
    }

    /** Asks the server for its product and version; throws if it does not answer in time. */
    abstract String askVersion(Duration timeout) throws Exception;

    /** Whether asking again is useless, since the server refuses the user or the password. */
    boolean refusesLogin(Exception e) {
        return false;
    }

    /** Removes what was left on a server that goes on running. */
    void cleanUp() {}

    final ServerNode node() {
        return node;
    }

    final boolean answers(Duration timeout) {
        try {
            askVersion(timeout);
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    /** Waits for the first answer, and closes the node if there is none. */
    final void awaitAnswer() {
        Exception[] last = new Exception[1];
        long start = System.nanoTime();
        boolean answered = Await.until(node.startTimeout, () -> {
            node.checkAlive();
            try {
                // The time-out is short at first, since a server that is just starting may never answer a request.
                long elapsedMillis = (System.nanoTime() - start) / 1_000_000;
                long leftMillis = node.startTimeout.toMillis() - elapsedMillis;
                version = askVersion(Duration.ofMillis(
                        Math.max(200, Math.min(5_000, Math.min(elapsedMillis / 2, leftMillis)))));
                return true;
            } catch (Exception e) {
                last[0] = e;
                if (!node.canFault() && refusesLogin(e)) {
                    throw new ServerUnavailableException(named() + " refused the log-in: " + innermost(e), e);
                }
                return false;
            }
        });
        if (!answered) {
            throw new ServerUnavailableException(
                    named() + " did not answer within " + node.startTimeout.toSeconds() + " s: " + innermost(last[0]),
                    last[0]);
        }
    }

    private String named() {
        return node.name + " at " + host() + ":" + port() + " (" + node.origin + ")";
    }

    /**
     * Returns the innermost message, which says most: a driver reports a failed link, and its cause the refused
     * connection.
     */
    private static String innermost(Exception e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.lines().findFirst().orElse("");
    }

    private void requireFaults(String verb) {
        if (shared) {
            throw new UnsupportedOperationException(
                    describe() + " is shared by the tests of this JVM and cannot be " + verb + "; start() one");
        }
        if (!node.canFault()) {
            throw new UnsupportedOperationException(describe() + " was not started by distid and cannot be " + verb);
        }
    }
}
