package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.bars.BarCatalogue;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.Verdict;
import io.distid.bench.scale.ScaleBars;
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
        List<BarLine> none = BarCatalogue.unmeasured("not yet");
        BarLine first = measured(none.get(0), 1.5, true);
        BarLine second = measured(none.get(1), 0.5, false);

        List<BarLine> once = BarsMerge.merged(none, List.of(first, second));
        BarLine again = measured(none.get(1), 2, true);
        List<BarLine> twice = BarsMerge.merged(once, List.of(again));

        assertThat(twice).hasSameSizeAs(none).startsWith(first, again);
        assertThat(twice.subList(2, twice.size()))
                .allSatisfy(line -> assertThat(line.passed()).isNull());
    }

    @Test
    void barsOfGrowthThatAComparisonMeasuredStay() {
        BarLine growth = measured(ScaleBars.of(List.of(), null, "not yet").get(0), 0.9, true);

        List<BarLine> merged = BarsMerge.merged(List.of(growth), BarCatalogue.unmeasured("now"));

        assertThat(merged).hasSize(BarCatalogue.unmeasured("now").size() + 1).endsWith(growth);
    }

    @Test
    void barsOfGrowthThatAreNotMeasuredStayAndThoseThatAreNoneAnyMoreDoNot() {
        BarLine growth = ScaleBars.of(List.of(), null, "not yet").get(0);
        BarLine renamed = new BarLine("its old name", 1, ">= 1", null, null, null, null, "not yet", null);

        List<BarLine> merged = BarsMerge.merged(List.of(renamed, growth), BarCatalogue.unmeasured("now"));

        assertThat(merged).endsWith(growth).doesNotContain(renamed);
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
        BarLine old = measured(BarCatalogue.unmeasured("not yet").get(0), 1, true);
        ReportFolder.at(folder).write(SampleResults.complete().withBars(List.of(old)));

        assertThatThrownBy(() -> BarsMerge.requireRevision(folder, "abc1234"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds bars that do not say their revision");
    }

    @Test
    void barsWithoutAComparisonKeepTheirLinesWhenOthersAreMeasured() throws IOException {
        List<BarLine> none = BarCatalogue.unmeasured("not yet");
        BarLine first = measuredAt(none.get(0), "abc1234");
        BarLine second = measuredAt(none.get(1), "abc1234");

        BarsMerge.write(folder, List.of(first), "abc1234");
        BarsMerge.write(folder, List.of(second), "abc1234");

        assertThat(ResultsFile.parts(folder.resolve("results.json")).bars()).startsWith(first, second);
    }

    @Test
    void barsAreNotPutBesideThoseOfAnotherRevision() throws IOException {
        List<BarLine> none = BarCatalogue.unmeasured("not yet");
        BarLine first = measuredAt(none.get(0), "abc1234");
        BarLine second = measuredAt(none.get(1), "def5678");
        BarsMerge.write(folder, List.of(first), "abc1234");

        assertThatThrownBy(() -> BarsMerge.requireRevision(folder, "def5678"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("results.json holds bars of revision abc1234, and this is revision def5678");
        assertThatThrownBy(() -> BarsMerge.write(folder, List.of(second), "def5678"))
                .isInstanceOf(IOException.class);
        assertThat(ResultsFile.parts(folder.resolve("results.json")).bars()).contains(first);
    }

    @Test
    void barsOfARevisionThatDoesNotTellTheCodeArePutBesideEachOtherWithAWarning() throws IOException {
        List<BarLine> none = BarCatalogue.unmeasured("not yet");
        BarLine first = measuredAt(none.get(0), "abc1234+changes");
        BarLine second = measuredAt(none.get(1), "abc1234+changes");
        assertThat(BarsMerge.doubt(folder, "abc1234+changes")).isEmpty();

        BarsMerge.write(folder, List.of(first), "abc1234+changes");
        BarsMerge.write(folder, List.of(second), "abc1234+changes");

        Path file = folder.resolve("results.json");
        assertThat(ResultsFile.parts(file).bars()).startsWith(first, second);
        assertThat(BarsMerge.doubt(folder, "abc1234+changes"))
                .get()
                .asString()
                .startsWith("WARNING: revision abc1234+changes does not tell the code, so what stands in " + file);
        assertThat(BarsMerge.doubt(folder, "abc1234")).isEmpty();

        ReportFolder.at(folder)
                .write(SampleResults.completeAt("abc1234+changes").withBars(List.of(first)));
        BarsMerge.write(folder, List.of(second), "abc1234+changes");
        assertThat(ResultsFile.read(file).bars()).startsWith(first, second);
        assertThat(folder).isDirectoryNotContaining("glob:**/results-*");
    }

    @Test
    void barsOfTheRevisionOfAComparisonAreKeptWithIt() throws IOException {
        BarLine measured = measuredAt(BarCatalogue.unmeasured("not yet").get(0), "abc1234");
        ReportFolder.at(folder).write(SampleResults.complete());

        BarsMerge.write(folder, List.of(measured), "abc1234");

        Results results = ResultsFile.read(folder.resolve("results.json"));
        assertThat(results.bars()).contains(measured);
        assertThat(results.strategies()).isEqualTo(SampleResults.complete().strategies());
    }

    @Test
    void barsAndATableOfFaultsAreKeptBesideEachOtherWithoutAComparison() throws IOException {
        FaultTable table = SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS);
        BarLine bar = measured(BarCatalogue.unmeasured("not yet").get(0), 1.5, true);
        Path file = folder.resolve("results.json");

        ReportFolder.at(folder).write(table);
        BarsMerge.write(folder, List.of(bar), "abc1234");

        assertThat(ResultsFile.parts(file).faults()).isEqualTo(table);
        ReportFolder.at(folder).write(table);
        assertThat(ResultsFile.parts(file).bars()).contains(bar);
        assertThatThrownBy(() -> ResultsFile.read(file))
                .hasMessageContaining("holds a table of faults and no comparison");
    }

    private static BarLine measuredAt(BarLine bar, String revision) {
        Provenance provenance = new Provenance(revision, "2026-11-20T12:00:00Z", 3, 1, false);
        return new BarLine(bar.name(), bar.threads(), bar.required(), 1.5, null, 1.0, true, null, provenance);
    }

    private static BarLine measured(BarLine bar, double ratio, boolean passed) {
        return new BarLine(bar.name(), bar.threads(), bar.required(), ratio, "reference", 1.0, passed, null, null);
    }
}
