package io.distid.bench.fleet;

import io.distid.ConfigException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The JVM of one node, as the lab sees it. Used by one thread. */
final class Node implements AutoCloseable {
    /** In place of an answer, once there will be none. */
    private static final String ENDED = "";

    private final int number;
    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<Answer> answers;
    private final Path errors;

    /** A line, and whose it is. */
    record Answer(Node node, String line) {}

    /**
     * Starts it.
     *
     * @param folder where its error output goes
     * @param answers where what it says goes
     */
    Node(int number, Path folder, BlockingQueue<Answer> answers) {
        this.number = number;
        this.answers = answers;
        this.errors = folder.resolve("node-" + number + ".err");
        try {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            NodeMain.class.getName())
                    .redirectError(errors.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("node " + number + " could not be started: " + e.getMessage(), e);
        }
        commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "distid-node-" + number);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(new Answer(this, line));
            }
        } catch (IOException e) {
            // A pipe that breaks has ended.
        }
        answers.add(new Answer(this, ENDED));
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    void tell(String... words) {
        commands.println(String.join(NodeMain.SEPARATOR, words));
    }

    /**
     * What it says in answer to what it was told last.
     *
     * @return the words, but for the first one, which said that it is done
     * @throws ConfigException if the settings it was given do not do
     * @throws IllegalStateException if the node failed or died
     */
    List<String> words(Answer answer) throws InterruptedException {
        if (answer.line.equals(ENDED)) {
            boolean ended = process.waitFor(5, TimeUnit.SECONDS);
            throw new NodeLostException(
                    this + " died" + (ended ? " with exit code " + process.exitValue() : "") + lastWords());
        }
        List<String> words = List.of(answer.line.split(NodeMain.SEPARATOR));
        if (words.get(0).equals(NodeMain.REFUSED)) {
            throw new ConfigException(words.get(1));
        }
        if (!words.get(0).equals(NodeMain.DONE)) {
            throw new IllegalStateException(words.size() > 1 ? words.get(1) : answer.line);
        }
        return words.subList(1, words.size());
    }

    @Override
    public String toString() {
        return "node " + number + " (process " + process.pid() + ")";
    }

    private String lastWords() {
        try (var lines = Files.lines(errors)) {
            return lines.filter(line -> line.startsWith("Exception in thread")
                            || line.startsWith("Error: ")
                            || line.contains("OutOfMemoryError"))
                    .findFirst()
                    .map(line -> ": " + line)
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }

    /** Ends the JVM; it has ended when this returns. */
    @Override
    public void close() {
        process.destroyForcibly();
        commands.close();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
