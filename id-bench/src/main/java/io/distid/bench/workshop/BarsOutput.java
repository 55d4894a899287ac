package io.distid.bench.workshop;

import io.distid.bench.report.Units;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Ratios;
import java.io.PrintWriter;
import java.util.List;

/** Prints the outcomes of the bars. */
final class BarsOutput {
    private BarsOutput() {}

    /** Prints a line for each bar, at most 80 columns without the names, and why some were not measured. */
    static void print(List<BarLine> results, PrintWriter out) {
        for (BarLine result : results) {
            out.printf(
                    "%-7s %8s (%s) %s, %s%s%s%n",
                    outcome(result),
                    figure(result),
                    result.required(),
                    result.name(),
                    result.threads() == 1 ? "1 thread" : result.threads() + " threads",
                    result.reference() == null ? "" : ": " + result.reference(),
                    result.provenance() == null || !result.provenance().underSteal()
                            ? ""
                            : ", under steal: the host took "
                                    + Units.ratio(result.provenance().steal()) + " of the CPU time");
        }
        results.stream()
                .filter(result -> result.measured() == null)
                .map(BarLine::reason)
                .distinct()
                .forEach(out::println);
        out.println(results.stream().filter(BarLine::holds).count() + " of " + results.size() + " bars hold");
        out.flush();
    }

    private static String outcome(BarLine line) {
        if (line.passed() == null) {
            return "skipped";
        }
        return line.passed() ? "pass" : "MISSED";
    }

    private static String figure(BarLine line) {
        if (line.measured() != null) {
            return Ratios.format(line.measured());
        }
        return line.passed() == null ? "-" : "failed";
    }
}
