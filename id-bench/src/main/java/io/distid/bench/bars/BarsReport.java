package io.distid.bench.bars;

import io.distid.bench.report.BarLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes what became of the bars. */
final class BarsReport {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private BarsReport() {}

    /** Puts the bars into {@code results.json}, beside what a comparison has left there. */
    static void write(Path folder, List<BarLine> results) throws IOException {
        Path file = folder.resolve("results.json");
        ObjectNode all = Files.exists(file) ? (ObjectNode) JSON.readTree(file.toFile()) : JSON.createObjectNode();
        all.set("bars", JSON.valueToTree(results));
        Path next = folder.resolve("results.json.tmp");
        Files.writeString(next, JSON.writeValueAsString(all) + "\n");
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A line for each, at most 80 columns but for the names. */
    static void print(List<BarLine> results, PrintWriter out) {
        for (BarLine result : results) {
            out.printf(
                    "%-6s %8s (%s) %s, %s%s%n",
                    result.passed() ? "pass" : "MISSED",
                    result.measured() == null ? "failed" : Ratios.format(result.measured()),
                    result.required(),
                    result.name(),
                    result.threads() == 1 ? "1 thread" : result.threads() + " threads",
                    result.reference() == null ? "" : ": " + result.reference());
        }
        long missed = results.stream().filter(result -> !result.passed()).count();
        out.println(results.size() - missed + " of " + results.size() + " bars hold");
        out.flush();
    }
}
