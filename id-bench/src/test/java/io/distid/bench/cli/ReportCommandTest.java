package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    Path folder;

    @Test
    void writesTheReportAgainFromItsOwnResults() throws IOException {
        Path first = folder.resolve("first");
        ReportFolder.at(first).write(Runs.of(4e6, 4.1e6));
        String markdown = Files.readString(first.resolve("report.md"));
        String html = Files.readString(first.resolve("report.html"));
        assertThat(ResultsFile.read(first.resolve("results.json"))).isEqualTo(Runs.of(4e6, 4.1e6));

        CommandRun elsewhere = CommandRun.of(
                "report",
                first.resolve("results.json").toString(),
                "--out",
                folder.resolve("second").toString());
        Files.delete(first.resolve("report.md"));
        CommandRun beside =
                CommandRun.of("report", first.resolve("results.json").toString());

        assertThat(elsewhere.exitCode()).as(elsewhere.err()).isZero();
        assertThat(beside.exitCode()).isZero();
        for (String where : new String[] {"first", "second"}) {
            assertThat(folder.resolve(where + "/report.md")).hasContent(markdown);
            assertThat(folder.resolve(where + "/report.html")).hasContent(html);
        }
        assertThat(elsewhere.out().lines())
                .containsExactly(
                        folder.resolve("second/report.md").toString(),
                        folder.resolve("second/report.html").toString(),
                        folder.resolve("second/throughput.svg").toString());
        assertThat(folder.resolve("second/results.json")).doesNotExist();
    }

    @Test
    void theTableOfFaultsInTheResultsIsASection() throws IOException {
        Path from = folder.resolve("from");
        ReportFolder kept = ReportFolder.at(from);
        kept.write(Runs.of(4e6, 4.1e6));
        kept.write(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS));

        CommandRun run = CommandRun.of(
                "report",
                from.resolve("results.json").toString(),
                "--out",
                folder.resolve("to").toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(folder.resolve("to/report.md")).content().contains("## Faults");
        assertThat(folder.resolve("to/report.html")).content().contains("id=\"faults-data\"");

        Files.writeString(from.resolve("results.json"), "{\"faults\": {\"cells\": [{\"verdict\": \"ODD\"}]}}");
        CommandRun broken = CommandRun.of("report", from.resolve("results.json").toString());
        assertThat(broken.exitCode()).isEqualTo(2);
        assertThat(broken.err())
                .contains(
                        "results.json is not a results.json of this version of id-bench, since \"faults.cells.0.verdict\" is");
    }

    @Test
    void aFolderWithAFileOfAnotherShapeIsRefusedBeforeAnythingIsDone() throws IOException {
        Files.writeString(folder.resolve("results.json"), "{\"faults\": {\"cells\": 1}}");
        CommandRun compare =
                CommandRun.of("compare", "--strategies", "uuid-v4", "--profile", "tiny", "--out", folder.toString());
        assertThat(compare.exitCode()).isEqualTo(2);
        assertThat(compare.err()).startsWith("--out is " + folder + ": ").contains("\"faults.cells\" is not");

        Files.writeString(folder.resolve("results.json"), "{");
        CommandRun faults = CommandRun.of("faults", "--profile", "tiny", "--out", folder.toString());
        assertThat(faults.exitCode()).isEqualTo(2);
        assertThat(faults.err())
                .startsWith("--out is " + folder + ": ")
                .contains("results.json is not JSON")
                .doesNotContain("control");
    }

    @Test
    void aTableOfFaultsAloneHasAPageOfItsOwn() throws IOException {
        Path from = folder.resolve("from");
        ReportFolder.at(from).write(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS));
        Path to = folder.resolve("to");

        CommandRun run = CommandRun.of("report", from.resolve("results.json").toString(), "--out", to.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .containsExactly(
                        to.resolve("faults.md").toString(),
                        to.resolve("faults.html").toString());
        assertThat(to.resolve("faults.html")).hasSameTextualContentAs(from.resolve("faults.html"));
    }

    @Test
    void saysWhatIsWrongWithAFile() throws IOException {
        refused("there is no file ", folder.resolve("none.json"));
        refused(" is not JSON: line 1: ", Files.writeString(folder.resolve("text.json"), "hello"));
        refused("it has no \"environment\" and \"strategies\"", Files.writeString(folder.resolve("other.json"), "[1]"));
        refused("holds bars and no comparison", Files.writeString(folder.resolve("bars.json"), "{\"bars\": []}"));
        refused(
                "cut.json is not JSON: line 2: Unexpected end-of-input: expected close marker for Object (see ",
                Files.writeString(folder.resolve("cut.json"), "{\n"));
        refused(
                " is not a results.json of this version of id-bench, since \"environment\" is not what it has there",
                Files.writeString(folder.resolve("old.json"), "{\"environment\": {}, \"strategies\": []}"));
        refused(
                ", since \"strategies.0.status\" is not what it has there",
                Files.writeString(
                        folder.resolve("row.json"),
                        "{\"environment\": {\"servers\": [], \"references\": []}, \"strategies\": [{\"status\": \"odd\"}]}"));
        refused(
                "deep.json is not a results.json of id-bench: Document nesting depth",
                Files.writeString(folder.resolve("deep.json"), "[".repeat(100_000)));
        refused(" cannot be read: ", folder);
    }

    @Test
    void saysWhereItCannotWrite() throws IOException {
        ReportFolder.at(folder).write(Runs.of(4e6, 4.1e6));
        Path file = Files.createFile(folder.resolve("file"));

        CommandRun run = CommandRun.of("report", folder.resolve("results.json").toString(), "--out", file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains(file + " cannot be written to: it is a file (see ")
                .doesNotContain("\tat ");
    }

    private static void refused(String message, Path file) {
        CommandRun run = CommandRun.of("report", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message, file.toString()).doesNotContain("\tat ");
    }
}
