package io.distid.bench.cli;

import io.distid.Ordering;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.results.Control;
import io.distid.bench.results.MergedNodes;
import io.distid.bench.verify.FilesCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The findings of {@link VerifyCommand} in words. */
final class VerifyOutput {
    private VerifyOutput() {}

    record Verification(
            String strategy,
            String claimed,
            boolean held,
            @Nullable String fault,
            MergedNodes nodes) {}

    static void print(Output output, NodesPlan plan, NodesCheck check, @Nullable String fault) {
        MergedNodes result = check.result();
        String notShown = check.notShown();
        String kept = notShown == null ? ", held" : ", NOT SHOWN";
        String held = check.claimed() == Ordering.NONE
                ? "none claimed"
                : Output.words(check.claimed()) + (check.inversions().isEmpty() ? kept : ", BROKEN");
        output.columns(List.of(
                List.of("processes", result.processes() + " of " + plan.threads() + " threads"),
                List.of("ids", Output.number(result.ids())),
                List.of("ids/s", Output.number(Math.round(result.idsPerSecond()))),
                duplicates(result.duplicates(), notShown),
                List.of("order claimed", held),
                List.of(
                        "inversions",
                        Output.number(result.inversionsPerNode()) + " within a process, "
                                + Output.number(result.inversionsAcross()) + " across"),
                List.of(
                        "places off",
                        "at most " + Output.number(result.displacement()) + ", 99 % at most "
                                + Output.number(result.displacementP99()))));
        if (fault != null) {
            output.line(fault);
        } else if (notShown != null) {
            output.line("not shown: " + notShown);
        }
    }

    static void print(Output output, FilesCheck.Found found, boolean unordered) {
        output.columns(List.of(
                List.of("ids", Output.number(found.ids())),
                duplicates(found.duplicates(), found.notShown()),
                List.of("inversions", Output.number(found.inversions())),
                List.of(
                        "places off",
                        found.displacement() == null || found.displacementP99() == null
                                ? "not measured for several files"
                                : "at most " + Output.number(found.displacement()) + ", 99 % at most "
                                        + Output.number(found.displacementP99()))));
        found.duplicateExamples().forEach(output::line);
        if (!unordered) {
            found.inversionExamples().forEach(output::line);
        }
        if (found.notShown() != null) {
            output.line("not shown: " + found.notShown());
        }
    }

    private static List<String> duplicates(long duplicates, @Nullable String notShown) {
        return List.of("duplicates", notShown != null && duplicates == 0 ? "NOT SHOWN" : Output.number(duplicates));
    }

    static String line(Control result) {
        return result.source() + ": " + Output.number(result.duplicates()) + " of " + Output.number(result.ids())
                + " ids repeat"
                + (result.caught()
                        ? ", and were caught."
                        : ". THE CHECKER FOUND NONE: ITS VERDICTS ARE WORTH NOTHING.");
    }
}
