package io.distid.bench.throughput;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * Measures one target in one forked JVM.
 *
 * <p>JMH would run all forks of a target one after the other, and a machine that is busy for a minute would punish that target
 * alone; and it would start a JVM for each number of threads. So JVMs are forked here, each for one target, and the caller goes
 * round all targets. A JVM gets the same flags and compiler hints as from JMH, which measures within it, and a heap that is ready.
 */
public final class ThroughputRun {
    /** Beyond what a fork should take: for a server that hangs, and for a machine that is busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What a JVM exits with after SIGINT and SIGTERM. */
    private static final Set<Integer> INTERRUPTED = Set.of(130, 143);

    /**
     * A heap of one size whose pages were touched before. Else what allocates pays for each page it comes to first, which a service
     * has behind it after a second, and a short measurement has not; and a heap that may grow does so in the middle of one,
     * touching its new pages in a pause of a quarter of a second.
     */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private final List<String> java;

    /**
     * For one fork after another.
     *
     * @param jvmArgument what each JVM is given
     */
    public ThroughputRun(String jvmArgument) {
        this.java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(HEAP);
        java.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        java.add(jvmArgument);
        CompilerHints.addCompilerHints(java);
        java.addAll(List.of("-cp", System.getProperty("java.class.path"), ForkMain.class.getName()));
    }

    /**
     * Forks a JVM and measures.
     *
     * @param target what
     * @param fork what happens in it
     * @return what each of the fork's measurements found
     * @throws IllegalStateException if the target threw; the message is its message
     * @throws InterruptedException if the fork was ended by a signal from the keyboard, as this JVM is about to be
     */
    public List<Sample> measure(Target target, Fork fork) throws InterruptedException {
        try {
            Path found = Files.createTempFile("distid-bench", ".found");
            Path printed = Files.createTempFile("distid-bench", ".log");
            // For a JVM that is told to end before it comes to delete them.
            found.toFile().deleteOnExit();
            printed.toFile().deleteOnExit();
            try {
                return measure(target, fork, found, printed);
            } finally {
                Files.delete(found);
                Files.delete(printed);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no JVM could be forked: " + e.getMessage(), e);
        }
    }

    private List<Sample> measure(Target target, Fork fork, Path found, Path printed)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(found.toString(), target.subject()));
        for (Trial trial : fork.trials(target.batch() != null)) {
            command.add(trial.batch() ? target.batch() : target.single());
            command.add(trial.asArgument());
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            Duration limit = fork.estimate().plus(PATIENCE);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the forked JVM did not end within " + limit.toSeconds() + " s");
            }
        } finally {
            process.destroyForcibly();
        }
        int exitCode = process.exitValue();
        if (exitCode == 0) {
            return read(found);
        }
        if (INTERRUPTED.contains(exitCode)) {
            throw new InterruptedException("the forked JVM ended with exit code " + exitCode);
        }
        throw new IllegalStateException(
                exitCode == ForkMain.FAILED
                        ? Files.readString(found)
                        : "the forked JVM ended with exit code " + exitCode + lastWords(printed));
    }

    private static List<Sample> read(Path found) throws IOException {
        List<Sample> samples = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(found))) {
            while (true) {
                samples.add(Sample.read(in));
            }
        } catch (EOFException e) {
            return samples;
        }
    }

    /** The first line that a JVM printed about why it died. */
    private static String lastWords(Path printed) throws IOException {
        try (Stream<String> lines = Files.lines(printed)) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith("Exception in thread")
                            || line.startsWith("Error: ")
                            || line.startsWith("Error occurred")
                            || line.startsWith("# There is insufficient memory"))
                    .findFirst()
                    .map(line -> ": " + line)
                    .orElse("");
        }
    }
}
