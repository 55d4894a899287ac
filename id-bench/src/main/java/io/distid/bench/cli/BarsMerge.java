package io.distid.bench.cli;

import io.distid.bench.bars.BarCatalogue;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.GitRevision;
import io.distid.bench.results.KeptBars;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.scale.ScaleBars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Puts bars beside those that a folder holds already, if they are of one revision. Stateless: safe for use by any number of threads. */
final class BarsMerge {
    private BarsMerge() {}

    /**
     * Refuses to put bars of this revision beside those of another one, before minutes are spent on them.
     *
     * @throws IOException if {@code results.json} is of another revision, or not one of ours; the message says what to do
     */
    static void requireRevision(Path folder, String revision) throws IOException {
        Path file = folder.resolve(ReportFolder.JSON);
        if (!Files.exists(file)) {
            return;
        }
        if (ResultsFile.holdsComparison(file)) {
            Results results = ResultsFile.read(file);
            String found = results.environment().gitRevision();
            if (!found.equals(revision)) {
                throw refusal(file, "results of revision " + found, revision);
            }
            requireRevision(file, results.bars(), revision);
        } else {
            requireRevision(file, ResultsFile.parts(file).bars(), revision);
        }
    }

    private static void requireRevision(Path file, List<BarLine> bars, String revision) throws IOException {
        for (BarLine bar : KeptBars.ofOthers(bars, revision)) {
            Provenance provenance = bar.provenance();
            throw refusal(
                    file,
                    provenance == null
                            ? "bars that do not say their revision"
                            : "bars of revision " + provenance.revision(),
                    revision);
        }
    }

    /**
     * What to tell of a folder into which bars are about to be put whose revision does not tell the code. They are: who measures one bar after the other
     * while writing code would have to name a folder for each, and each line has its date.
     *
     * @return nothing if the revision is exact, or the folder holds nothing that was measured
     * @throws IOException if {@code results.json} is not one of ours
     */
    static Optional<String> doubt(Path folder, String revision) throws IOException {
        Path file = folder.resolve(ReportFolder.JSON);
        if (GitRevision.isExact(revision) || !Files.exists(file)) {
            return Optional.empty();
        }
        boolean measured = ResultsFile.holdsComparison(file)
                || ResultsFile.parts(file).bars().stream().anyMatch(line -> line.passed() != null);
        return measured
                ? Optional.of(
                        "WARNING: revision " + revision + " does not tell the code, so what stands in " + file
                                + " may be of other code than the bars that are put beside it; their dates tell when each was measured")
                : Optional.empty();
    }

    private static IOException refusal(Path file, String found, String revision) {
        return new IOException(file + " holds " + found + ", and this is revision " + revision
                + ": name another folder, or measure again all that is in this one");
    }

    /**
     * Puts the bars into {@code results.json}, and into the report if a comparison has left one there. Bars that were not
     * measured now keep the lines they have.
     *
     * @throws IOException if the folder holds another {@code results.json} than ours or one of another revision, or cannot be
     *     written to
     */
    static void write(Path folder, List<BarLine> measured, String revision) throws IOException {
        requireRevision(folder, revision);
        Path file = folder.resolve(ReportFolder.JSON);
        if (Files.exists(file) && ResultsFile.holdsComparison(file)) {
            Results results = ResultsFile.read(file);
            ReportFolder.at(folder).write(results.withBars(merged(results.bars(), measured)));
            return;
        }
        List<BarLine> before = Files.exists(file) ? ResultsFile.parts(file).bars() : List.of();
        ReportFolder.at(folder).write(merged(before, measured));
    }

    /** All bars there are: as measured now, or else as they stood, or else without a ratio; and those of growth, which a comparison alone measures. */
    static List<BarLine> merged(List<BarLine> before, List<BarLine> now) {
        List<BarLine> growth = ScaleBars.of(List.of(), null, "not measured");
        // A bar that has another name now leaves a line behind that nothing would ever measure.
        List<BarLine> kept = before.stream()
                .filter(line -> line.passed() != null || growth.stream().anyMatch(line::isOf))
                .toList();
        List<BarLine> all = BarCatalogue.unmeasured("not measured: run `bars`").stream()
                .map(bar -> now.stream().filter(bar::isOf).findFirst().orElse(bar))
                .toList();
        return KeptBars.merged(kept, all);
    }
}
