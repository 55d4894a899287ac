package io.distid.testkit;

import io.distid.testservers.fault.ProcessPause;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM with the same class path. The two processes talk line by line.
 *
 * <p>Settings go through its standard input, since every user of the machine can read a command line. The JVM ends with its
 * input, so it does not outlive this process. Not safe for use by several threads.
 */
public final class TestJvm implements AutoCloseable {
    /** Locked by tests whose processes keep all cores busy, so that only one such test runs at a time. */
    public static final String CROWD = "io.distid.testkit.crowd";

    /** The limit for the start of a process, on a machine that starts other processes, too. */
    public static final Duration START = Duration.ofMinutes(2);

    /** For a JVM that starts much and repeats little: one compiler, and large pages of memory where there are some. */
    private static final List<String> BRIEF = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UseTransparentHugePages",
            "-Xlog:pagesize=off");

    private static final String ENDED = "ended";
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final Process process;
    private final BufferedWriter input;
    private final Path errors;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private boolean paused;

    /**
     * Starts a process.
     *
     * @param main the class to run
     * @param settings the settings for its {@link ChildInput}
     * @param arguments its arguments
     */
    public TestJvm(Class<?> main, Map<String, String> settings, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(BRIEF);
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            errors = Files.createTempFile("distid-child", ".err");
            process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + main.getName(), e);
        }
        input = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        settings.forEach((key, value) -> tell(key + "=" + value));
        tell("");
    }

    /**
     * Sends a line.
     *
     * @param line the line, without its end
     */
    public void tell(String line) {
        try {
            input.write(line);
            input.newLine();
            input.flush();
        } catch (IOException e) {
            throw new AssertionError("the process no longer listens: " + errors(), e);
        }
    }

    /**
     * Waits for a line, and skips other lines.
     *
     * @param word the first word of the line
     * @param patience how long to wait; after that, or when the process ends, an {@link AssertionError} is thrown
     * @return the other words
     */
    public List<String> await(String word, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        List<String> passed = new ArrayList<>();
        try {
            for (String line = next(end); line != null && !line.equals(ENDED); line = next(end)) {
                List<String> words = List.of(line.split(" "));
                if (words.get(0).equals(word)) {
                    return words.subList(1, words.size());
                }
                passed.add(line);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<String> last = passed.subList(Math.max(0, passed.size() - 5), passed.size());
        throw new AssertionError("no line \"" + word + "\" from the process within " + patience
                + (process.isAlive() ? "" : ", which has ended") + "; its last lines: "
                + last + "; its errors: " + errors());
    }

    /**
     * Returns the lines of a kind that have come so far, oldest first, and skips other lines.
     *
     * @param word the first word of each line
     * @return the other words of each
     */
    public List<List<String>> drain(String word) {
        List<String> come = new ArrayList<>();
        lines.drainTo(come);
        return come.stream()
                .map(line -> List.of(line.split(" ")))
                .filter(words -> words.get(0).equals(word))
                .map(words -> words.subList(1, words.size()))
                .toList();
    }

    /** Returns all lines that have come so far, oldest first, without the mark of the end. */
    public List<String> lines() {
        List<String> come = new ArrayList<>();
        lines.drainTo(come);
        come.remove(ENDED);
        return come;
    }

    /** Whether the process still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process's standard error. */
    public String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            return "unreadable: " + e.getMessage();
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Stops the process, like a long pause of its machine. */
    public void pause() {
        ProcessPause.pause(process.pid());
        paused = true;
    }

    /** Resumes a paused process. */
    public void resume() {
        ProcessPause.resume(process.pid());
        paused = false;
    }

    /** Ends the process without a chance to clean up. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process's input, and so the process; kills it if it does not end. */
    @Override
    public void close() {
        if (paused) {
            kill();
        }
        try {
            input.close();
        } catch (IOException e) {
            // The process has ended already.
        }
        try {
            if (!process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
            Files.deleteIfExists(errors);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String next(long end) throws InterruptedException {
        return lines.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("unreadable " + e.getMessage());
        } finally {
            lines.add(ENDED);
        }
    }
}
