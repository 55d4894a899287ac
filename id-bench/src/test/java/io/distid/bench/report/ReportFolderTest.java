package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
    private static final BarLine UNMEASURED =
            new BarLine("a bar", 1, ">= 1", null, null, null, null, "not measured", null);

    /** Says that there is no space left, whatever is written to it. */
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path folder;

    @Test
    void aPartThatDoesNotFitLeavesThoseThatDid() throws IOException {
        assumeThat(FULL).exists();
        Files.createSymbolicLink(folder.resolve("report.html.tmp"), FULL);
        ReportFolder report = ReportFolder.at(folder);

        assertThatThrownBy(() -> report.write(SampleResults.complete()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the report could not be written to " + folder + ": report.html: ")
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("(written: results.json, report.md; space left: ");

        assertThat(ResultsFile.read(folder.resolve("results.json"))).isEqualTo(SampleResults.complete());
        assertThat(folder.resolve("report.md")).isNotEmptyFile();
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    @Test
    void barsThatAComparisonDidNotMeasureStandAsTheyWere() throws IOException {
        BarLine measured = measuredAt("abc1234");
        ReportFolder report = ReportFolder.at(folder);
        report.write(List.of(measured));

        assertThat(report.copyOfOtherBars("abc1234")).isEmpty();
        report.write(report.merged(SampleResults.complete()));
        assertThat(ResultsFile.read(folder.resolve("results.json")).bars()).containsExactly(measured);
        // An interrupted one, too, and where a comparison stood there already.
        report.write(report.merged(SampleResults.interrupted()));
        assertThat(ResultsFile.read(folder.resolve("results.json")).bars()).containsExactly(measured);
        assertThat(folder.resolve("report.md")).content().contains("a bar");
    }

    @Test
    void barsOfAnotherRevisionThanAComparisonAreKeptInAFileBesideIt() throws IOException {
        ReportFolder report = ReportFolder.at(folder);
        Path copy = folder.resolve("results-def5678+changes.json");
        Results results = SampleResults.complete();
        report.write(List.of(measuredAt("def5678+changes")));
        String before = Files.readString(folder.resolve("results.json"));

        assertThat(report.merged(results)).isEqualTo(results);
        assertThat(report.copyOfOtherBars("abc1234")).contains(copy);
        report.write(results);
        assertThat(copy).hasContent(before);
        assertThat(ResultsFile.read(folder.resolve("results.json")).bars()).isEmpty();

        // Others of that revision have a file of their own, and the same ones have not.
        ReportFolder.at(Files.createDirectory(folder.resolve("x")))
                .write(List.of(measuredAt("def5678+changes"), UNMEASURED));
        Files.copy(
                folder.resolve("x/results.json"), folder.resolve("results.json"), StandardCopyOption.REPLACE_EXISTING);
        Path second = folder.resolve("results-def5678+changes-2.json");
        assertThat(report.copyOfOtherBars("abc1234")).contains(second);
        assertThat(report.copyOfOtherBars("abc1234")).contains(second);
        assertThat(copy).hasContent(before);
        assertThat(second).hasSameTextualContentAs(folder.resolve("x/results.json"));
    }

    private static BarLine measuredAt(String revision) {
        Provenance provenance = new Provenance(revision, "2026-11-20T12:00:00Z", 3, 1, null);
        return new BarLine("a bar", 1, ">= 1", 1.5, null, 1.0, true, null, provenance);
    }
}
