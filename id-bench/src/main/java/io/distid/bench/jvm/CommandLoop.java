package io.distid.bench.jvm;

import io.distid.ConfigException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The child's side of a {@link ChildJvm}: runs the commands on standard input, a line each, and answers each with a
 * line.
 *
 * <p>The JVM ends at once when its input ends, so that it does not outlive a killed lab. Stateless: safe for use by any
 * number of threads.
 */
public final class CommandLoop {
    /** Between the words of a line: names and paths may hold blanks. */
    static final String SEPARATOR = "\t";

    static final String READY = "ready";
    static final String FAILED = "failed";
    static final String REFUSED = "refused";
    static final String RUN = "run";
    static final String DONE = "done";

    private CommandLoop() {}

    /** The main method of every child JVM: serves as the named child. Nothing else is loaded before the child. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Constructor<?> constructor = Class.forName(args[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        serve((Child) constructor.newInstance());
    }

    /** Carries out a command. Called by one thread. */
    @FunctionalInterface
    public interface Handler {
        /** Returns the answer, by {@link #answer}; an exception is answered with its reason. */
        String obey(String command, List<String> words) throws Exception;
    }

    /**
     * The work of a child JVM. {@link #main} creates it by a constructor without parameters. Called by one thread.
     */
    public interface Child {
        /**
         * Prepares before this JVM answers that it is ready; an exception is answered with its reason. The handler obeys
         * commands other than a {@link ChildTask}; null for none.
         */
        default @Nullable Handler prepare() throws Exception {
            return null;
        }
    }

    /** Returns the line of an answer. */
    public static String answer(Object... words) {
        return Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(SEPARATOR));
    }

    /** Serves until standard input ends, which ends the JVM. */
    public static void serve(Child child) throws InterruptedException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        // Output of libraries must not be taken for an answer.
        System.setOut(System.err);
        // The lab opens the same subjects, and gets their warnings for its report.
        LogManager.getLogManager().reset();
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        listen(lines);
        try {
            Handler handler = child.prepare();
            answers.println(READY);
            while (true) {
                answers.println(obey(child, handler, List.of(lines.take().split(SEPARATOR, -1))));
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            answers.println(failure(e));
            // End the JVM even if a library has left threads.
            Runtime.getRuntime().halt(1);
        }
    }

    private static String obey(Child child, @Nullable Handler handler, List<String> words) {
        try {
            if (handler == null) {
                ChildTask<Child, ?> task = Serialized.of(words.get(1));
                return answer(DONE, Serialized.word(task.run(child)));
            }
            return handler.obey(words.get(0), words.subList(1, words.size()));
        } catch (Throwable e) {
            return failure(e);
        }
    }

    private static String failure(Throwable thrown) {
        return answer(thrown instanceof ConfigException ? REFUSED : FAILED, FailureReason.of(thrown));
    }

    /** Reads in a thread of its own, so that the end of the input is noticed in the middle of a command too. */
    private static void listen(BlockingQueue<String> lines) {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread reader = new Thread(
                () -> {
                    try {
                        input.lines().forEach(lines::add);
                    } catch (UncheckedIOException e) {
                        // Counts as the end of the input.
                    }
                    Runtime.getRuntime().halt(0);
                },
                "distid-bench-commands");
        reader.setDaemon(true);
        reader.start();
    }
}
