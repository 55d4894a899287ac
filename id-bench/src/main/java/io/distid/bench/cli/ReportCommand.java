package io.distid.bench.cli;

import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Writes the report for people again, from results that were kept. Measures nothing. Not safe for use by several threads: each
 * run of the command makes one.
 */
@Command(
        name = "report",
        description = {
            "Writes report.html, report.md and throughput.svg again from a results.json, with the table of faults in it;"
                    + " or faults.html and faults.md where that is all it holds."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench report id-bench/target/report/results.json",
            "  id-bench report results.json --out public",
            "",
            "Exit codes: 0 written, 2 wrong flags, no such results, or the report could not be written."
        })
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<results.json>", description = "What a comparison found, or a run of faults.")
    private Path file;

    @Option(names = "--out", paramLabel = "<folder>", description = "Where to. Default: beside the results")
    private @Nullable Path out;

    /** The fault table of a file; null if it has none. A file that is not a JSON object is refused later. */
    private static @Nullable FaultTable tableOf(Path file) throws IOException {
        return ResultsFile.holdsFaults(file) ? ResultsFile.parts(file).faults() : null;
    }

    /** Reads and writes. */
    @Override
    public Integer call() {
        Path folder = out != null ? out : file.toAbsolutePath().getParent();
        try {
            List<Path> written;
            FaultTable alone = ResultsFile.holdsComparison(file) ? null : tableOf(file);
            written = alone == null
                    ? ReportFolder.at(folder).writeReports(ResultsFile.read(file))
                    : ReportFolder.at(folder).writeReports(alone);
            PrintWriter printed = spec.commandLine().getOut();
            written.forEach(printed::println);
            printed.flush();
            return ExitCodes.OK;
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
