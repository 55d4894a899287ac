package io.distid.testservers;

import io.distid.testservers.fault.ProcessPause;
import io.distid.testservers.process.Await;
import io.distid.testservers.process.ChildProcess;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.SmallDisk;
import io.distid.testservers.process.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server that runs as a child process, with a directory of its own. */
final class ChildServer extends ServerNode {
    /** The folder of its directory with its data and nothing else. */
    static final String DATA = "data";

    private static final String COPY = "copy";
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final int LOG_LINES = 12;

    private final Path directory;
    private final boolean forks;
    private final boolean ownDisk;
    private final ChildProcess process;

    private State state = State.DOWN;
    private volatile long pid;

    private enum State {
        UP,
        PAUSED,
        DOWN,
        CLOSED
    }

    /**
     * A command to run in the directory.
     *
     * @param forks whether each connection has a process of its own. All processes are paused, resumed and killed together. SIGINT stops
     *     the server, since on SIGTERM it would wait for its clients.
     */
    record Command(List<String> line, Map<String, String> environment, boolean forks) {
        static Command of(List<String> line) {
            return new Command(line, Map.of(), false);
        }
    }

    /** Fills the directory, and says what to run in it. */
    interface Recipe {
        Command make(Path directory) throws IOException;
    }

    private ChildServer(String name, int port, @Nullable SmallDisk disk, Path directory, Command command) {
        super(name, "embedded", "127.0.0.1", port, Duration.ofSeconds(60));
        this.directory = directory;
        this.forks = command.forks();
        this.ownDisk = disk != null;
        this.process = ChildProcess.of(directory, command.line(), command.environment(), disk);
    }

    /**
     * Starts a server, with its data on a disk of its own if there is one. The directory is removed when the server ends, or cannot be
     * started.
     *
     * @param port where it will listen
     */
    static ChildServer launch(String name, int port, @Nullable SmallDisk disk, Recipe recipe) {
        Path directory = Trees.temporary(name.toLowerCase(Locale.ROOT));
        try {
            ChildServer server = new ChildServer(name, port, disk, directory, recipe.make(directory));
            try {
                server.start();
                return server;
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            Trees.delete(directory);
            throw e instanceof RuntimeException known
                    ? known
                    : new ServerUnavailableException("embedded " + name + ": " + e, e);
        }
    }

    @Override
    boolean canFault() {
        return true;
    }

    Path directory() {
        return directory;
    }

    @Override
    synchronized void checkAlive() {
        if (!process.isAlive()) {
            state = State.DOWN;
            throw new ServerUnavailableException(name + " ended as soon as it was started:\n" + logTail());
        }
    }

    /** The ids of the last process, whether it runs or not, and of its children. This does not wait for a running operation. */
    List<Long> lastPids() {
        return Stream.concat(Stream.of(pid), children().stream().map(ProcessHandle::pid))
                .toList();
    }

    @Override
    synchronized long pid() {
        requireUp();
        return pid;
    }

    @Override
    synchronized void start() {
        if (state == State.CLOSED) {
            throw new IllegalStateException(name + " is closed");
        }
        pid = process.start();
        state = State.UP;
    }

    @Override
    synchronized void stop() {
        if (state == State.DOWN || state == State.CLOSED) {
            return;
        }
        process.terminate(forks ? "INT" : "TERM");
        if (state == State.PAUSED && process.isAlive()) {
            ProcessPause.resume(pid);
            children().forEach(ChildServer::resume);
        }
        boolean ended = Await.until(STOP_TIMEOUT, () -> !process.isAlive());
        if (!ended) {
            killAll();
        }
        state = State.DOWN;
        if (!ended) {
            throw new IllegalStateException(
                    name + " did not stop within " + STOP_TIMEOUT.toSeconds() + " s and was killed:\n" + logTail());
        }
    }

    @Override
    synchronized void kill() {
        if (state == State.UP || state == State.PAUSED) {
            killAll();
            state = State.DOWN;
        }
    }

    private void killAll() {
        List<ProcessHandle> children = children();
        process.kill();
        children.forEach(ProcessHandle::destroyForcibly);
        Await.until(STOP_TIMEOUT, () -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    private List<ProcessHandle> children() {
        return forks
                ? ProcessHandle.of(pid)
                        .map(ProcessHandle::children)
                        .orElse(Stream.of())
                        .toList()
                : List.of();
    }

    private static void resume(ProcessHandle child) {
        if (child.isAlive()) {
            ProcessPause.resume(child.pid());
        }
    }

    @Override
    synchronized void pause() {
        requireUp();
        ProcessPause.stop(pid);
        // Set before the process stands still: even if the pause fails, the process must be resumed before it can end.
        state = State.PAUSED;
        ProcessPause.await(pid, name);
        // It starts no more children now.
        children().forEach(ChildServer::pause);
    }

    private static void pause(ProcessHandle child) {
        try {
            ProcessPause.pause(child.pid());
        } catch (IllegalStateException e) {
            if (child.isAlive()) {
                throw e;
            }
        }
    }

    @Override
    synchronized void resume() {
        requireUp();
        children().forEach(ChildServer::resume);
        ProcessPause.resume(pid);
        state = State.UP;
    }

    /** Whether its data are on a disk of its own, which this process does not see. */
    boolean hasOwnDisk() {
        return ownDisk;
    }

    synchronized void fillDisk() {
        process.fillDisk();
    }

    synchronized void freeDisk() {
        process.freeDisk();
    }

    synchronized boolean isRunning() {
        return state != State.CLOSED && process.isAlive();
    }

    /** The last line of its log that matches a pattern. */
    Optional<String> logged(Pattern wanted) {
        return log().lines()
                .filter(line -> wanted.matcher(line).find())
                .reduce((earlier, later) -> later)
                .map(String::strip);
    }

    /** Copies its data while it stands still. The copy equals what a kill at that moment would have left. */
    synchronized void copyData() {
        Path copy = directory.resolve(COPY);
        pause();
        try {
            Trees.delete(copy);
            Trees.copy(directory.resolve(DATA), copy);
        } catch (IOException e) {
            throw new UncheckedIOException("the data of " + name + " cannot be copied: " + e.getMessage(), e);
        } finally {
            resume();
        }
    }

    /** Stops it and replaces its data by the copy. */
    synchronized void restoreData() {
        Path copy = directory.resolve(COPY);
        if (!Files.isDirectory(copy)) {
            throw new IllegalStateException("the data of " + name + " were not copied before");
        }
        putData(copy);
    }

    /** Stops it and replaces its data by a copy of another server's data. */
    synchronized void takeDataOf(ChildServer other) {
        other.copyData();
        putData(other.directory.resolve(COPY));
    }

    private void putData(Path copy) {
        stop();
        Path data = directory.resolve(DATA);
        try {
            Trees.delete(data);
            Trees.copy(copy, data);
            // PostgreSQL would take the copied process id for a running server.
            Files.deleteIfExists(data.resolve("postmaster.pid"));
        } catch (IOException e) {
            throw new UncheckedIOException("the data of " + name + " cannot be restored: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        if (state != State.CLOSED) {
            List<ProcessHandle> children = state == State.DOWN ? List.of() : children();
            state = State.CLOSED;
            // Children end by themselves, but paused ones do not.
            children.forEach(ProcessHandle::destroyForcibly);
            process.close();
        }
    }

    private void requireUp() {
        if (state == State.DOWN || state == State.CLOSED) {
            throw notRunning();
        }
    }

    private String logTail() {
        List<String> lines = log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    }

    private String log() {
        try {
            // Decoded leniently: a server writes what it likes.
            return new String(Files.readAllBytes(directory.resolve(ChildProcess.LOG)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(it has no log: " + e.getMessage() + ")";
        }
    }
}
