package io.distid.bench.cli;

import io.distid.bench.IdBench;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run of the lab in a JVM of its own, as a person would start it. */
public record LabRun(int exitCode, String output, Path folder) {

    /** Runs to its end. */
    public static LabRun of(Path folder, String... args) throws IOException, InterruptedException {
        Path log = folder.resolveSibling(folder.getFileName() + ".log");
        Process process = start(folder, log, args);
        return new LabRun(process.waitFor(), Files.readString(log), folder);
    }

    /** Only starts. */
    static Process start(Path folder, Path log, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The flags that the tests run under. It hands them on to the JVMs that measure.
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // Which servers to use is decided where the tests are started.
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("distid."))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), IdBench.class.getName()));
        List<String> words = List.of(args);
        int flags =
                (int) words.stream().takeWhile(word -> !word.startsWith("-")).count();
        command.addAll(words.subList(0, flags));
        command.addAll(List.of("--profile", "tiny", "--out", folder.toString()));
        command.addAll(words.subList(flags, words.size()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    public JsonNode json() {
        return JsonMapper.shared().readTree(folder.resolve("results.json"));
    }

    JsonNode row(String strategy) {
        for (JsonNode row : json().get("strategies")) {
            if (row.get("name").asString().equals(strategy)) {
                return row;
            }
        }
        throw new AssertionError("no row for " + strategy + " in " + json());
    }
}
