package io.distid.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.KeptBars;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BarsMergeTest {
    @TempDir
    Path folder;

    @Test
    void whatIsMeasuredNowReplacesItsLineAndNoOther() {
        BarLine first = measured("first", 1.5, true);
        BarLine second = measured("second", 0.5, false);
        BarLine unmeasured = new BarLine("first", 1, ">= 1", null, null, null, null, "no server", null);

        List<BarLine> once = KeptBars.merged(List.of(), List.of(first, second));
        BarLine again = measured("second", 2, true);

        assertThat(once).containsExactly(first, second);
        assertThat(KeptBars.merged(once, List.of(unmeasured, again))).containsExactly(first, again);
    }

    @Test
    void barsAreNotPutBesideResultsOfAnotherRevision() throws IOException {
        ReportFolder.at(folder).write(SampleResults.full());

        assertThatThrownBy(() -> BarsMerge.requireRevision(folder, "def5678"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("results.json holds results of revision abc1234, and this is revision def5678");
        assertThatThrownBy(() -> BarsMerge.write(folder, List.of(), "def5678")).isInstanceOf(IOException.class);
        BarsMerge.requireRevision(folder, "abc1234");
        BarsMerge.requireRevision(folder.resolve("none"), "def5678");
    }

    @Test
    void barsThatDoNotSayTheirRevisionAreNotMixedWithOthers() throws IOException {
        BarLine old = measured("first", 1, true);
        ReportFolder.at(folder).write(SampleResults.complete().withBars(List.of(old)));

        assertThatThrownBy(() -> BarsMerge.requireRevision(folder, "abc1234"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds bars that do not say their revision");
    }

    @Test
    void barsWithoutAComparisonKeepTheirLinesWhenOthersAreMeasured() throws IOException {
        BarLine first = measuredAt("first", "abc1234");
        BarLine second = measuredAt("second", "abc1234");

        BarsMerge.write(folder, List.of(first), "abc1234");
        BarsMerge.write(folder, List.of(second), "abc1234");

        assertThat(ResultsFile.parts(folder.resolve("results.json")).bars()).startsWith(first, second);
    }

    @Test
    void barsAreNotPutBesideThoseOfAnotherRevision() throws IOException {
        BarLine first = measuredAt("first", "abc1234");
        BarLine second = measuredAt("second", "def5678");
        BarsMerge.write(folder, List.of(first), "abc1234");

        assertThatThrownBy(() -> BarsMerge.requireRevision(folder, "def5678"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("results.json holds bars of revision abc1234, and this is revision def5678");
        assertThatThrownBy(() -> BarsMerge.write(folder, List.of(second), "def5678"))
                .isInstanceOf(IOException.class);
        assertThat(ResultsFile.parts(folder.resolve("results.json")).bars()).contains(first);
    }

    @Test
    void barsOfTheRevisionOfAComparisonAreKeptWithIt() throws IOException {
        BarLine measured = measuredAt("first", "abc1234");
        ReportFolder.at(folder).write(SampleResults.complete());

        BarsMerge.write(folder, List.of(measured), "abc1234");

        Results results = ResultsFile.read(folder.resolve("results.json"));
        assertThat(results.bars()).contains(measured);
        assertThat(results.strategies()).isEqualTo(SampleResults.complete().strategies());
    }

    @Test
    void barsAndATableOfFaultsAreKeptBesideEachOtherWithoutAComparison() throws IOException {
        FaultTable table = SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS);
        BarLine bar = measured("first", 1.5, true);
        Path file = folder.resolve("results.json");

        ReportFolder.at(folder).write(table);
        BarsMerge.write(folder, List.of(bar), "abc1234");

        assertThat(ResultsFile.parts(file).faults()).isEqualTo(table);
        ReportFolder.at(folder).write(table);
        assertThat(ResultsFile.parts(file).bars()).contains(bar);
        assertThatThrownBy(() -> ResultsFile.read(file))
                .hasMessageContaining("holds a table of faults and no comparison");
    }

    private static BarLine measuredAt(String name, String revision) {
        Provenance provenance = new Provenance(revision, "2026-11-20T12:00:00Z", 3, 1, null);
        return new BarLine(name, 1, ">= 1", 1.5, null, 1.0, true, null, provenance);
    }

    private static BarLine measured(String name, double ratio, boolean passed) {
        return new BarLine(name, 1, ">= 1", ratio, "reference", 1.0, passed, null, null);
    }
}
