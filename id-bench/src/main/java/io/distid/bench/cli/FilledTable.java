package io.distid.bench.cli;

import io.distid.bench.faults.FaultChoice;
import io.distid.bench.faults.FaultRun;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.FaultsMatrix;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.FaultTable;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Fills a table of faults, prints it and writes it. Stateless: safe for use by any number of threads. */
public final class FilledTable {
    private FilledTable() {}

    /** Runs all cells of the table. */
    public static int of(CommandSpec spec, FaultChoice choice, Path out, boolean keep) throws InterruptedException {
        ReportFolder folder;
        try {
            folder = ReportFolder.at(out);
            // Fail now, not after some minutes: the table is written into the report of this comparison.
            folder.comparison();
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--out is " + out + ": " + e.getMessage());
        }
        Progress progress = new Progress(spec.commandLine().getErr());
        FaultTable table;
        try {
            table = new FaultRun(choice, keep ? out.resolve("faults") : null, progress).run();
        } finally {
            progress.end();
        }
        Output output = new Output(spec);
        output.line(FaultsMatrix.of(table));
        try {
            folder.write(table).forEach(file -> output.line(file.toString()));
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitCodes.USAGE;
        }
        return table.contradictions().isEmpty()
                        && table.unproven().isEmpty()
                        && table.unshown().isEmpty()
                ? ExitCodes.OK
                : ExitCodes.FAILED;
    }
}
