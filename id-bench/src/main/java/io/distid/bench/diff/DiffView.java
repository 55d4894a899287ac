package io.distid.bench.diff;

import io.distid.bench.diff.Change.Conclusion;
import io.distid.bench.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two runs as a table of 80 columns; names that are longer than theirs get a line of their own. Stateless: safe
 * for use by any number of threads.
 */
public final class DiffView {
    private static final int NAME = 27;
    private static final String LINE = "%-" + NAME + "s%8s%9s%9s%9s%8s  %s";

    private DiffView() {}

    /** Writes the table: lines of at most 80 characters, except warnings, names and reasons. */
    public static String of(Diff diff) {
        List<String> lines = new ArrayList<>();
        lines.add("old: " + diff.old());
        lines.add("new: " + diff.now());
        diff.warnings().forEach(warning -> lines.add("WARNING: " + warning));
        lines.add("");
        lines.add(line("ids/s", "threads", "old", "new", "change", "p", ""));
        for (Change change : diff.changes()) {
            String name = change.name() + (change.batch() ? ", batches" : "");
            boolean fits = name.length() < NAME;
            if (!fits) {
                lines.add(name);
            }
            lines.add(line(
                    fits ? name : "",
                    String.valueOf(change.threads()),
                    Units.number(change.old()),
                    Units.number(change.now()),
                    percent(change.change()),
                    p(change.p()),
                    change.verdict() == Conclusion.none ? "" : change.verdict().name()));
        }
        diff.added().forEach(name -> lines.add("new row: " + name));
        diff.gone().forEach(name -> lines.add("gone: " + name));
        ended(lines, "failed now", diff.broken());
        ended(lines, "not measured now", diff.lost());
        diff.missed().forEach(bar -> lines.add("bar missed now: " + bar));
        lines.add("");
        lines.addAll(method(diff));
        lines.add(diff.count(Conclusion.slower) + " slower, " + diff.count(Conclusion.faster) + " faster, "
                + diff.count(Conclusion.none) + " without a significant change, " + diff.count(Conclusion.untested)
                + " not tested"
                + (diff.count(Conclusion.stolen) == 0 ? "" : ", " + diff.count(Conclusion.stolen) + " stolen"));
        String worse = worse(diff);
        if (!worse.isEmpty()) {
            lines.add("worse, too: " + worse);
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static void ended(List<String> lines, String how, List<Diff.EndedLine> ended) {
        ended.forEach(
                line -> lines.add(how + (line.peer() ? ", a peer: " : ": ") + line.name() + ": " + line.reason()));
    }

    /** Everything except rates that is worse, for distid alone; empty if nothing is. */
    private static String worse(Diff diff) {
        return Stream.of(
                        Diff.countOwn(diff.broken()) + " failed",
                        Diff.countOwn(diff.lost()) + " not measured any more",
                        diff.missed().size() + " missed of the bars that held")
                .filter(count -> !count.startsWith("0 "))
                .collect(Collectors.joining(", "));
    }

    private static List<String> method(Diff diff) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "slower, faster: p < %.2g and a change of %.3g %% or more. p: Welch's test of the",
                Diff.LEVEL,
                100 * diff.tolerance()));
        lines.add((diff.byIteration() ? "iterations" : "means of each JVM")
                + ", raised after Holm for the number of tests.");
        if (diff.byIteration()) {
            lines.add("A run had one JVM for each rate: JVMs differ by more than iterations do, so p is");
            lines.add("too small. Runs with --forks 3 or more can show it.");
        }
        if (diff.changes().stream().anyMatch(change -> change.verdict() == Conclusion.stolen)) {
            lines.add("stolen: the host took CPU time, which explains the change or is too much to judge it.");
        }
        if (diff.byRatio()) {
            lines.add("Another machine: what changed is the ratio to the first reference of each run.");
        }
        return lines;
    }

    private static String percent(@Nullable Double change) {
        if (change == null) {
            return "";
        }
        return String.format(Locale.ROOT, "%+.1f %%", Math.abs(change) < 0.0005 ? 0.0 : 100 * change);
    }

    private static String p(@Nullable Double p) {
        return p == null ? "" : p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, LINE, cells).stripTrailing();
    }
}
