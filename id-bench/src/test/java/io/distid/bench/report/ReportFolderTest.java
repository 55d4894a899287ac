package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
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
}
