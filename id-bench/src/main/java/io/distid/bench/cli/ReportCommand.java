package io.distid.bench.cli;

import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the report for people again, from results that were kept. Measures nothing. */
@Command(
        name = "report",
        description = {
            "Writes report.html, report.md and throughput.svg again from a results.json, with the table of faults in it;"
                    + " or faults.html and faults.md where that is all it holds."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench report id-bench/target/report/results.json",
            "  id-bench report results.json --out public",
            "",
            "Exit codes: 0 written, 2 wrong flags, no such results, or the report could not be written."
        })
final class ReportCommand extends LabCommand {
    @Parameters(paramLabel = "<results.json>", description = "What a comparison found, or a run of faults.")
    private Path file;

    @Option(names = "--out", paramLabel = "<folder>", description = "Where to. Default: beside the results")
    private @Nullable Path out;

    @Override
    public Integer call() {
        Path folder = out != null ? out : file.toAbsolutePath().getParent();
        try {
            // A file that is not a JSON object is refused when it is read.
            boolean faults = !ResultsFile.holdsComparison(file) && ResultsFile.holdsFaults(file);
            List<Path> written = faults
                    ? ReportFolder.at(folder)
                            .writeReports(ResultsFile.parts(file).faults())
                    : ReportFolder.at(folder).writeReports(ResultsFile.read(file));
            PrintWriter printed = spec.commandLine().getOut();
            written.forEach(printed::println);
            printed.flush();
            return ExitCodes.OK;
        } catch (IOException e) {
            throw wrong(e.getMessage());
        }
    }
}
