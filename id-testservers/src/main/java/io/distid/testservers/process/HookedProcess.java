package io.distid.testservers.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A command that a shutdown hook ends, for Windows. Nothing cleans up after a JVM that was terminated forcibly. */
final class HookedProcess implements ChildProcess {
    private final Path directory;
    private final List<String> command;
    private final Map<String, String> environment;
    private final Thread hook = new Thread(this::cleanUp, "distid-server-cleanup");
    private @Nullable Process process;

    HookedProcess(Path directory, List<String> command, Map<String, String> environment) {
        this.directory = directory;
        this.command = command;
        this.environment = environment;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public synchronized long start() {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(directory.resolve(LOG).toFile()));
        builder.environment().putAll(environment);
        try {
            Process started = builder.start();
            started.getOutputStream().close();
            process = started;
            return started.pid();
        } catch (IOException e) {
            throw new ServerUnavailableException("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    @Override
    public synchronized void terminate(String signal) {
        if (process != null) {
            process.destroy();
        }
    }

    @Override
    public synchronized void kill() {
        if (process == null) {
            return;
        }
        try {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook does this.
            return;
        }
        cleanUp();
    }

    private void cleanUp() {
        kill();
        Trees.delete(directory);
    }
}
