package io.distid.bench.fleet;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.SettingsFile;
import io.distid.spi.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/**
 * One node of a fleet, in a JVM of its own. Told over standard input what to do next, a line each, and answers each with one
 * line, so that one JVM serves many subjects in turn.
 *
 * <p>It starts no server, and ends with the JVM that started it.
 */
final class NodeMain {
    /** Between the words of a line: names and paths may hold blanks. */
    static final String SEPARATOR = "\t";

    static final String DONE = "done";
    static final String FAILED = "failed";
    static final String REFUSED = "refused";

    private @Nullable IdGenerator generator;

    private NodeMain() {}

    /**
     * Serves until standard input ends.
     *
     * @param args none
     * @throws IOException if standard input cannot be read
     */
    public static void main(String[] args) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Whatever a library prints is no answer.
        System.setOut(System.err);
        endWithParent();
        LogManager.getLogManager().reset();
        NodeMain node = new NodeMain();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            answers.println(node.answer(line.split(SEPARATOR)));
        }
        // Threads that a library left behind do not keep it.
        Runtime.getRuntime().halt(0);
    }

    /** A parent that is killed cannot end its nodes, and they would run on against its servers. */
    private static void endWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }

    private String answer(String[] words) {
        try {
            return switch (words[0]) {
                case "open" -> open(words[1], SettingsFile.at(Path.of(words[2])));
                case "warm-up" -> warmUp(Integer.parseInt(words[1]), Long.parseLong(words[2]));
                case "take" ->
                    take(
                            Path.of(words[1]),
                            Integer.parseInt(words[2]),
                            Long.parseLong(words[3]),
                            Long.parseLong(words[4]),
                            Long.parseLong(words[5]));
                case "close" -> close();
                default -> FAILED + SEPARATOR + "unknown command " + words[0];
            };
        } catch (Throwable e) {
            boolean speaksForItself = e instanceof IdException || e instanceof IllegalStateException;
            String message = String.valueOf(speaksForItself ? e.getMessage() : e.toString());
            String word = e instanceof ConfigException ? REFUSED : FAILED;
            return word + SEPARATOR + Secret.redact(message).replaceAll("\\s+", " ");
        }
    }

    private String open(String subject, SettingsFile settings) {
        IdGenerator opened = Catalogue.subject(subject).opening().open(settings.of(subject));
        generator = opened;
        return String.join(
                SEPARATOR,
                DONE,
                String.valueOf(Taker.width(opened)),
                opened.traits().ordering().name());
    }

    private String warmUp(int threads, long nanos) throws Exception {
        IdGenerator its = opened();
        inParallel(threads, thread -> {
            new Taker(its).warmUp(nanos);
            return 0L;
        });
        return DONE;
    }

    /** All nodes begin at one reading of the clock that they share. */
    private String take(Path tapes, int threads, long idsPerThread, long start, long nanos) throws Exception {
        IdGenerator its = opened();
        List<Long> storing = inParallel(threads, thread -> {
            Taker taker = new Taker(its);
            try (TapeWriter tape = new TapeWriter(tapes.resolveSibling(tapes.getFileName() + "-" + thread))) {
                for (long left = start - System.nanoTime(); left > 0; left = start - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                taker.take(tape, idsPerThread, start + nanos);
            }
            return taker.storing();
        });
        long sum = storing.stream().mapToLong(Long::longValue).sum();
        return DONE + SEPARATOR + sum;
    }

    private String close() {
        IdGenerator open = generator;
        generator = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (RuntimeException e) {
            // What a generator says when it is closed does not undo what it did before.
            e.printStackTrace();
        }
        return DONE;
    }

    private IdGenerator opened() {
        if (generator == null) {
            throw new IllegalStateException("no subject is open");
        }
        return generator;
    }

    /** One thread's part. */
    @FunctionalInterface
    private interface Part {
        long run(int thread) throws Exception;
    }

    private static List<Long> inParallel(int threads, Part part) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "distid-node-taker");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Callable<Long>> parts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                parts.add(() -> part.run(number));
            }
            List<Long> results = new ArrayList<>();
            for (Future<Long> result : pool.invokeAll(parts)) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        } finally {
            pool.shutdownNow();
        }
    }
}
