package io.distid.bench.jvm;

import io.distid.ConfigException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A JVM that the lab has started for measurements. Commands and answers are lines. For use by one thread.
 *
 * <p>It runs a {@link CommandLoop} with the flags of all child JVMs, and reads its settings from a {@link
 * SettingsFile}. It ends when this JVM ends, for any reason: it reads the end of a pipe.
 */
public final class ChildJvm implements AutoCloseable {
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /** The exit codes of a JVM after SIGINT and SIGTERM. */
    private static final Set<Integer> INTERRUPTED = Set.of(130, 143);

    private static final int KEPT = 20_000;

    private final String title;
    private final Process process;
    private final BufferedWriter input;
    private final BlockingQueue<Answer> answers;
    /** The first part of its standard error. Written by one thread, read by another. */
    private final StringBuffer errors = new StringBuffer();

    private final Thread errorReader;

    /**
     * An answer of a child. For use by one thread.
     *
     * @param line empty once no further answer will come
     */
    public record Answer(ChildJvm from, Optional<String> line) {}

    /** Starts a JVM, as the other constructors do, with the flags, class path and environment of every child. */
    public ChildJvm(String title, Class<? extends CommandLoop.Child> child, SettingsFile settings) {
        this(title, child, settings, List.of(), Map.of());
    }

    /** Starts a JVM whose answers go to a queue, which several JVMs may share. */
    public ChildJvm(
            String title,
            Class<? extends CommandLoop.Child> child,
            SettingsFile settings,
            List<String> flags,
            BlockingQueue<Answer> answers) {
        this(title, child, settings, flags, CLASS_PATH, Map.of(), answers);
    }

    /** Starts a JVM with variables beside those of this JVM's environment. */
    public ChildJvm(
            String title,
            Class<? extends CommandLoop.Child> child,
            SettingsFile settings,
            List<String> flags,
            Map<String, String> environment) {
        this(title, child, settings, flags, CLASS_PATH, environment, new LinkedBlockingQueue<>());
    }

    /**
     * Starts a JVM, without waiting until it is ready.
     *
     * @param title the name in messages, such as {@code node 1}
     * @param flags its flags beside those of all child JVMs; flags of this JVM win over them, except system properties
     * @param environment variables beside those of this JVM
     */
    public ChildJvm(
            String title,
            Class<? extends CommandLoop.Child> child,
            SettingsFile settings,
            List<String> flags,
            String classPath,
            Map<String, String> environment,
            BlockingQueue<Answer> answers) {
        this.title = title;
        this.answers = answers;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.with(flags));
        command.add(settings.jvmArgument());
        command.addAll(List.of("-cp", classPath, CommandLoop.class.getName(), child.getName()));
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(title + " could not be started: " + e.getMessage(), e);
        }
        input = process.outputWriter(StandardCharsets.UTF_8);
        reader(
                process.inputReader(StandardCharsets.UTF_8),
                line -> answers.add(new Answer(this, Optional.of(line))),
                () -> answers.add(new Answer(this, Optional.empty())));
        errorReader = reader(process.errorReader(StandardCharsets.UTF_8), this::keep, () -> {});
    }

    private void keep(String line) {
        if (errors.length() < KEPT) {
            errors.append(line).append('\n');
        }
    }

    /** Waits until it obeys; throws as {@link #await}. */
    public void ready() throws InterruptedException {
        await(CommandLoop.READY, START);
    }

    /** Sends a command, words without tabs and line breaks, without waiting for the answer. */
    public void tell(Object... words) {
        try {
            input.write(CommandLoop.answer(words));
            input.newLine();
            input.flush();
        } catch (IOException e) {
            // It has ended: the reason comes where an answer is awaited.
        }
    }

    /** Lets the child run a task, and waits for its result; throws as {@link #await}. */
    public <C extends CommandLoop.Child, R> R run(ChildTask<C, R> task, Duration patience) throws InterruptedException {
        begin(task);
        return result(patience);
    }

    /** Lets the child run an order, and waits for its end; throws as {@link #await}. */
    public <C extends CommandLoop.Child> void order(ChildTask.Order<C> order, Duration patience)
            throws InterruptedException {
        run(order, patience);
    }

    /** Lets the child run a task without waiting for the result. */
    public <C extends CommandLoop.Child> void begin(ChildTask<C, ?> task) {
        try {
            tell(CommandLoop.RUN, Serialized.word(task));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the result of the task that was begun; throws as {@link #await}. */
    public <R> R result(Duration patience) throws InterruptedException {
        try {
            return Serialized.of(await(CommandLoop.DONE, patience).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for an answer of a JVM that shares its queue with no other, and returns its words after the first. Kills the
     * JVM after that time. Throws a {@link ConfigException} if the JVM refuses its settings. Throws an {@link
     * IllegalStateException} if it failed, ended or hangs. Throws an {@link InterruptedException} if a signal from the
     * keyboard ended it, and so ends this JVM.
     */
    public List<String> await(String expected, Duration patience) throws InterruptedException {
        List<String> words = awaitAny(List.of(expected), patience);
        return words.subList(1, words.size());
    }

    /** Waits like {@link #await} for an answer with one of several first words, and returns all its words. */
    public List<String> awaitAny(List<String> expected, Duration patience) throws InterruptedException {
        Answer answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw silent(String.join("\" or \"", expected), patience);
        }
        return words(answer, expected);
    }

    /** Returns the words after the first of an answer that was taken from the queue; throws as {@link #await}. */
    public List<String> words(Answer answer, String expected) throws InterruptedException {
        List<String> words = words(answer, List.of(expected));
        return words.subList(1, words.size());
    }

    private List<String> words(Answer answer, List<String> expected) throws InterruptedException {
        if (answer.line().isEmpty()) {
            throw lost();
        }
        String line = answer.line().get();
        List<String> words = List.of(line.split(CommandLoop.SEPARATOR, -1));
        if (expected.contains(words.get(0))) {
            return words;
        }
        switch (words.get(0)) {
            case CommandLoop.REFUSED -> throw new ConfigException(LabSecrets.hide(words.get(1)));
            case CommandLoop.FAILED -> throw new IllegalStateException(LabSecrets.hide(words.get(1)));
            default ->
                throw new IllegalStateException(
                        LabSecrets.hide(this + " answered \"" + line + "\" in place of \"" + expected.get(0) + "\""));
        }
    }

    /** Kills it for its silence, and returns the error: {@code expected} was not answered. */
    public ChildLostException silent(String expected, Duration patience) throws InterruptedException {
        kill();
        return new ChildLostException(
                this + " did not answer \"" + expected + "\" within " + patience.toMillis() + " ms and was killed");
    }

    /** Ends it without a chance to clean up, and waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** The process: a handle to it. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Ends the process, by force if needed. It has ended when this returns. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // It has ended already.
        }
        // Such waits are not interrupted.
        process.onExit()
                .completeOnTimeout(process, LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public String toString() {
        return title + " (process " + process.pid() + ")";
    }

    /** The first 20,000 characters of its output so far, without passwords. */
    public String log() {
        return LabSecrets.hide(errors.toString());
    }

    /**
     * The error for a process that has ended by itself, with its last words. Waits for its end for a moment, and then
     * kills it.
     */
    public ChildLostException lost() throws InterruptedException {
        if (!process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
        int exit = process.exitValue();
        if (INTERRUPTED.contains(exit)) {
            throw new InterruptedException(this + " was ended by a signal");
        }
        errorReader.join(LAST_WORDS.toMillis());
        // The first line about a failure, or the last line of all.
        List<String> lines =
                errors.toString().lines().filter(line -> !line.isBlank()).toList();
        String words = lines.stream()
                .filter(line -> line.startsWith("Exception in thread")
                        || line.startsWith("Error")
                        || line.startsWith("# There is insufficient memory"))
                .findFirst()
                .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
        return new ChildLostException(
                this + " ended with exit code " + exit + (words.isEmpty() ? "" : ": " + LabSecrets.hide(words)));
    }

    private Thread reader(BufferedReader reader, Consumer<String> lines, Runnable atEnd) {
        Thread thread = new Thread(
                () -> {
                    try (reader) {
                        reader.lines().forEach(lines);
                    } catch (IOException | UncheckedIOException e) {
                        // Counts as its end.
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
