package io.distid.testservers;

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
import org.jspecify.annotations.Nullable;

/** A server that runs as a child process, with a directory of its own. */
final class ChildServer implements ServerNode {
    /** The folder of its directory that holds its data, and nothing but those. */
    static final String DATA = "data";

    private static final String COPY = "copy";
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final int LOG_LINES = 12;

    private final String name;
    private final Path directory;
    private final int port;
    private final ChildProcess process;
    private final boolean ownDisk;
    private State state = State.DOWN;
    private volatile long pid;

    private enum State {
        UP,
        PAUSED,
        DOWN,
        CLOSED
    }

    private ChildServer(String name, Path directory, int port, ChildProcess process, boolean ownDisk) {
        this.name = name;
        this.directory = directory;
        this.port = port;
        this.process = process;
        this.ownDisk = ownDisk;
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
        ChildProcess process = disk == null
                ? ChildProcess.in(directory, command, environment)
                : ChildProcess.on(disk, directory, command, environment);
        ChildServer server = new ChildServer(name, directory, port, process, disk != null);
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

    /** Of the process that was started last, whether it runs or not; without waiting for an operation under way. */
    long lastPid() {
        return pid;
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
        process.terminate();
        if (state == State.PAUSED && process.isAlive()) {
            ProcessPause.resume(pid);
        }
        boolean ended = Await.until(STOP_TIMEOUT, () -> !process.isAlive());
        if (!ended) {
            process.kill();
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
            process.kill();
            state = State.DOWN;
        }
    }

    @Override
    public synchronized void pause() {
        requireUp();
        ProcessPause.stop(pid);
        // Before it stands still: whatever becomes of that, it has to be let go on before it can end.
        state = State.PAUSED;
        ProcessPause.await(pid, name);
    }

    @Override
    public synchronized void resume() {
        requireUp();
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

    /** The last line of its log in which something is found. */
    Optional<String> logged(Pattern wanted) {
        return log().lines()
                .filter(line -> wanted.matcher(line).find())
                .reduce((earlier, later) -> later)
                .map(String::strip);
    }

    /** Copies its data while it stands still: the copy is what a kill at that moment would have left. */
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

    /** Stops it and puts the copy in the place of its data. */
    synchronized void restoreData() {
        Path copy = directory.resolve(COPY);
        if (!Files.isDirectory(copy)) {
            throw new IllegalStateException("the data of " + name + " were not copied before");
        }
        stop();
        try {
            Trees.delete(directory.resolve(DATA));
            Trees.copyFiles(copy, directory.resolve(DATA));
        } catch (IOException e) {
            throw new UncheckedIOException("the data of " + name + " cannot be put back: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
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
