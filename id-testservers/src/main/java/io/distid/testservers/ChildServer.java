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
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server that runs as a child process, with a directory of its own. */
final class ChildServer implements ServerNode {
    /** The folder of its directory with its data and nothing else. */
    static final String DATA = "data";

    private static final String COPY = "copy";
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final int LOG_LINES = 12;

    private final String name;
    private final Path directory;
    private final int port;
    private final ChildProcess process;
    private final boolean ownDisk;
    /** Whether each connection has a process of its own. */
    private final boolean hasChildren;

    private State state = State.DOWN;
    private volatile long pid;

    private enum State {
        UP,
        PAUSED,
        DOWN,
        CLOSED
    }

    private ChildServer(
            String name, Path directory, int port, ChildProcess process, boolean ownDisk, boolean hasChildren) {
        this.name = name;
        this.directory = directory;
        this.port = port;
        this.process = process;
        this.ownDisk = ownDisk;
        this.hasChildren = hasChildren;
    }

    /** Starts a command that serves the given port; the directory is removed when the server ends, here or on failure. */
    static ChildServer launch(
            String name, Path directory, int port, List<String> command, Map<String, String> environment) {
        return launch(name, directory, port, command, environment, null);
    }

    /** The same with its data on a disk of its own, if there is one. */
    static ChildServer launch(
            String name,
            Path directory,
            int port,
            List<String> command,
            Map<String, String> environment,
            @Nullable SmallDisk disk) {
        return launch(name, directory, port, command, environment, disk, false);
    }

    /**
     * The same for a server that has a process for each connection. All processes are paused, resumed and killed together. SIGINT stops the
     * server, since on SIGTERM it would wait for its clients.
     */
    static ChildServer launchWithChildren(
            String name, Path directory, int port, List<String> command, @Nullable SmallDisk disk) {
        return launch(name, directory, port, command, Map.of(), disk, true);
    }

    private static ChildServer launch(
            String name,
            Path directory,
            int port,
            List<String> command,
            Map<String, String> environment,
            @Nullable SmallDisk disk,
            boolean hasChildren) {
        ChildProcess process = disk == null
                ? ChildProcess.in(directory, command, environment)
                : ChildProcess.on(disk, directory, command, environment);
        ChildServer server = new ChildServer(name, directory, port, process, disk != null, hasChildren);
        try {
            server.start();
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String origin() {
        return "embedded";
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public boolean canFault() {
        return true;
    }

    @Override
    public Duration startTimeout() {
        return Duration.ofSeconds(60);
    }

    Path directory() {
        return directory;
    }

    @Override
    public synchronized void checkAlive() {
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
    public synchronized long pid() {
        requireUp();
        return pid;
    }

    @Override
    public synchronized void start() {
        if (state == State.CLOSED) {
            throw new IllegalStateException(name + " is closed");
        }
        pid = process.start();
        state = State.UP;
    }

    @Override
    public synchronized void stop() {
        if (state == State.DOWN || state == State.CLOSED) {
            return;
        }
        process.terminate(hasChildren ? "INT" : "TERM");
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
    public synchronized void kill() {
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
        return hasChildren
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
    public synchronized void pause() {
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
    public synchronized void resume() {
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
            Trees.copyFiles(directory.resolve(DATA), copy);
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
            Trees.copyFiles(copy, data);
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
            throw new IllegalStateException(name + " on port " + port + " is not running");
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
