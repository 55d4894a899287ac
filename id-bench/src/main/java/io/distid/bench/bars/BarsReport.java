package io.distid.bench.bars;

import io.distid.bench.report.BarLine;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.report.Results;
import io.distid.bench.report.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes what became of the bars. */
final class BarsReport {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private BarsReport() {}

    /**
     * Puts the bars into {@code results.json}, and into the report if a comparison has left one there. Bars that were not
     * measured now keep the lines they have.
     *
     * @throws IOException if the folder holds another {@code results.json} than ours, or cannot be written to
     */
    static void write(Path folder, List<BarLine> measured) throws IOException {
        Path file = folder.resolve(ReportFolder.JSON);
        if (Files.exists(file) && ResultsFile.holdsComparison(file)) {
            Results results = ResultsFile.read(file);
            ReportFolder.at(folder).write(results.withBars(merged(results.bars(), measured)));
            return;
        }
        ObjectNode bars = JSON.createObjectNode();
        bars.set("bars", JSON.valueToTree(merged(List.of(), measured)));
        Path next = folder.resolve(ReportFolder.JSON + ".tmp");
        Files.writeString(next, JSON.writeValueAsString(bars) + "\n");
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** All bars there are: as measured now, or else as they stood, or else without a ratio. */
    static List<BarLine> merged(List<BarLine> before, List<BarLine> now) {
        List<BarLine> all = new ArrayList<>();
        for (BarLine bar : BarsRun.unmeasured("not measured: run `bars`")) {
            all.add(find(bar, now, find(bar, before, bar)));
        }
        return all;
    }

    private static BarLine find(BarLine bar, List<BarLine> lines, BarLine otherwise) {
        return lines.stream()
                .filter(line -> line.name().equals(bar.name()) && line.threads() == bar.threads())
                .findFirst()
                .orElse(otherwise);
    }

    /** A line for each, at most 80 columns but for the names, and why some were not measured. */
    static void print(List<BarLine> results, PrintWriter out) {
        for (BarLine result : results) {
            out.printf(
                    "%-6s %8s (%s) %s, %s%s%n",
                    holds(result) ? "pass" : "MISSED",
                    result.measured() == null ? "failed" : Ratios.format(result.measured()),
                    result.required(),
                    result.name(),
                    result.threads() == 1 ? "1 thread" : result.threads() + " threads",
                    result.reference() == null ? "" : ": " + result.reference());
        }
        results.stream()
                .filter(result -> result.measured() == null)
                .map(BarLine::reason)
                .distinct()
                .forEach(out::println);
        out.println(results.stream().filter(BarsReport::holds).count() + " of " + results.size() + " bars hold");
        out.flush();
    }

    static boolean holds(BarLine line) {
        return Boolean.TRUE.equals(line.passed());
    }
}
