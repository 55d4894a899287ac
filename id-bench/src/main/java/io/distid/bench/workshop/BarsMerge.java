package io.distid.bench.workshop;

import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.KeptBars;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Puts bars beside those that a folder holds already, if they are of one revision. Stateless: safe for use by any number of threads. */
final class BarsMerge {
    private BarsMerge() {}

    /** Refuses to mix bars of different revisions, before minutes are spent on measuring. */
    static void requireRevision(Path folder, String revision) throws IOException {
        Path file = folder.resolve(ReportFolder.JSON);
        if (!Files.exists(file)) {
            return;
        }
        if (ResultsFile.holdsComparison(file)) {
            String found = ResultsFile.read(file).environment().gitRevision();
            if (!found.equals(revision)) {
                throw refusal(file, "results of revision " + found, revision);
            }
        }
        for (BarLine bar : KeptBars.ofOthers(ResultsFile.parts(file).bars(), revision)) {
            Provenance provenance = bar.provenance();
            throw refusal(
                    file,
                    provenance == null
                            ? "bars that do not say their revision"
                            : "bars of revision " + provenance.revision(),
                    revision);
        }
    }

    private static IOException refusal(Path file, String found, String revision) {
        return new IOException(file + " holds " + found + ", and this is revision " + revision
                + ": name another folder, or measure again all that is in this one");
    }

    /**
     * Writes the bars into {@code results.json}, and into the report if there is a comparison. Bars that were not
     * measured now keep their lines.
     */
    static void write(Path folder, List<BarLine> measured, String revision) throws IOException {
        requireRevision(folder, revision);
        Path file = folder.resolve(ReportFolder.JSON);
        if (Files.exists(file) && ResultsFile.holdsComparison(file)) {
            Results results = ResultsFile.read(file);
            ReportFolder.at(folder).write(results.withBars(KeptBars.merged(results.bars(), measured)));
            return;
        }
        List<BarLine> before = Files.exists(file) ? ResultsFile.parts(file).bars() : List.of();
        ReportFolder.at(folder).write(KeptBars.merged(before, measured));
    }
}
