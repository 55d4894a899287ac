package io.distid.bench.solo;

import io.distid.spi.Secret;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The lab's side of a JVM that one subject is measured in, spoken to line by line.
 *
 * <p>It has no more time for an answer than it is given, and ends when this JVM does, whatever ended that: it reads the end of a
 * pipe.
 */
final class SoloJvm implements AutoCloseable {
    /** The name of a subject that is nothing but a counter. */
    static final String BARE = "AtomicLong.getAndIncrement";

    private static final Duration START = Duration.ofSeconds(20);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final String FAILED = "failed ";
    private static final String ENDED = "ended";
    private static final int KEPT = 20_000;

    private final Process process;
    private final BufferedWriter input;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final StringBuilder errors = new StringBuilder();
    private final Thread errorReader;

    /**
     * Starts it, without waiting until it is ready.
     *
     * @param subject as the catalogue finds it, or {@link #BARE}
     * @param settings the name that its settings have in the file
     * @param jvmArgument names the file
     */
    SoloJvm(String subject, String settings, String jvmArgument) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                jvmArgument,
                SoloChild.class.getName(),
                subject,
                settings);
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new UncheckedIOException("no JVM could be started to measure " + subject, e);
        }
        input = process.outputWriter(StandardCharsets.UTF_8);
        reader(process.inputReader(StandardCharsets.UTF_8), answers::add, () -> answers.add(ENDED));
        errorReader = reader(process.errorReader(StandardCharsets.UTF_8), this::keep, () -> {});
    }

    /**
     * Waits until it listens.
     *
     * @throws IllegalStateException if it failed or takes too long
     */
    void ready() throws InterruptedException {
        await("ready", START);
    }

    /** Sends a command, and does not wait for the answer. */
    void tell(Object... words) {
        send(String.join(" ", Arrays.stream(words).map(String::valueOf).toList()));
    }

    /**
     * Waits for an answer.
     *
     * @param answer its first word
     * @param patience after which it counts as hanging
     * @return its other words
     * @throws IllegalStateException if it failed, ended or hangs; the message is the reason
     * @throws InterruptedException if it was ended by a signal from the keyboard, as this JVM is about to be
     */
    List<String> await(String answer, Duration patience) throws InterruptedException {
        String line = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            kill();
            throw new IllegalStateException("no answer within " + patience.toMillis() + " ms (waiting for \"" + answer
                    + "\"): the measuring JVM was killed");
        }
        if (line.startsWith(FAILED)) {
            throw new IllegalStateException(line.substring(FAILED.length()));
        }
        List<String> words = List.of(line.split(" "));
        if (!words.get(0).equals(answer)) {
            throw new IllegalStateException(reason(line));
        }
        return words.subList(1, words.size());
    }

    /** Ends it without a chance to clean up. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    long pid() {
        return process.pid();
    }

    /** Ends it; by force if it does not end by itself. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // It has ended already.
        }
        try {
            if (!process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void send(String line) {
        try {
            input.write(line);
            input.newLine();
            input.flush();
        } catch (IOException e) {
            // It has ended: the reason is what comes when an answer is waited for.
        }
    }

    private String reason(String line) throws InterruptedException {
        if (!line.equals(ENDED)) {
            return Secret.redact("the measuring JVM said \"" + line + "\"");
        }
        if (!process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
        int exit = process.exitValue();
        if (exit == 130 || exit == 143) {
            throw new InterruptedException("the measuring JVM was told to end");
        }
        errorReader.join(LAST_WORDS.toMillis());
        String said = said();
        return "the measuring JVM ended with exit code " + exit + (said.isEmpty() ? "" : ": " + Secret.redact(said));
    }

    /** The first line about a failure, or the last line of all. */
    private String said() {
        List<String> lines;
        synchronized (errors) {
            lines = errors.toString().lines().filter(line -> !line.isBlank()).toList();
        }
        return lines.stream()
                .filter(line -> line.startsWith("Exception in thread") || line.startsWith("Error"))
                .findFirst()
                .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
    }

    private void keep(String line) {
        synchronized (errors) {
            if (errors.length() < KEPT) {
                errors.append(line).append('\n');
            }
        }
    }

    private Thread reader(BufferedReader reader, Consumer<String> lines, Runnable atEnd) {
        Thread thread = new Thread(
                () -> {
                    try (reader) {
                        reader.lines().forEach(lines);
                    } catch (IOException | UncheckedIOException e) {
                        // As its end.
                    } finally {
                        atEnd.run();
                    }
                },
                "distid-bench-jvm-" + process.pid());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
