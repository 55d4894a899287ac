package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.FaultTable;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FaultsMatrixTest {
    @Test
    void eachGroupIsABlockOfRows() {
        List<String> lines = FaultsMatrix.of(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS))
                .lines()
                .toList();

        assertThat(lines)
                .containsExactly(
                        "clock                back-down",
                        "ours                   repeats",
                        "..forty characters..   unique~",
                        "textbook               repeats",
                        "config                 same-id",
                        "ours                     stops",
                        "..forty characters..       n/a",
                        "textbook               repeats",
                        "~ the order that is claimed did not hold",
                        "CONTRADICTION: ours under clock-back-down: a claim",
                        "control textbook: repeats where it must");
        assertThat(lines).allMatch(line -> line.length() <= 80);
    }

    @Test
    void reasonOfSeveralCellsIsShownOnce() {
        assertThat(FaultsMatrix.of(SampleFaults.table(Verdict.NOT_SHOWN, Verdict.NOT_SHOWN)))
                .contains("not shown in 2 cells: libfaketime is missing")
                .contains("NOTHING WAS PROVEN");
    }

    @Test
    void ownRowWithoutAShownFaultIsReportedInTextAndMarkdown(@TempDir Path folder) throws IOException {
        FaultTable table = SampleFaults.tableOfOurs(Verdict.NOT_SHOWN, Verdict.NOT_SHOWN);

        assertThat(FaultsMatrix.of(table))
                .contains("NOTHING WAS SHOWN OF OURS", "control textbook: repeats where it must");
        ReportFolder.at(folder).write(table);
        assertThat(folder.resolve("faults.md")).content().contains("**nothing was shown of ours**");
    }

    @Test
    void existingComparisonReportIsWrittenAgainWithTheTable(@TempDir Path folder) throws IOException {
        ReportFolder report = ReportFolder.at(folder);
        report.write(SampleResults.complete());
        assertThat(folder.resolve("report.md")).content().doesNotContain("## Faults");

        assertThat(report.write(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS)))
                .extracting(file -> file.getFileName().toString())
                .contains("report.md", "report.html");

        assertThat(folder.resolve("report.md")).content().contains("## Faults");
        assertThat(folder.resolve("report.html")).content().contains("id=\"faults-data\"");
        report.write(SampleResults.full());
        assertThat(folder.resolve("report.md")).content().contains("## Faults", "## Bars");
        assertThat(ResultsFile.read(folder.resolve("results.json")))
                .isEqualTo(SampleResults.full().withFaults(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS)));
    }

    @Test
    void filesHoldTheMatrixTheCellsAndTheSchedule(@TempDir Path folder) throws IOException {
        FaultTable table = SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS);

        List<Path> files = ReportFolder.at(folder).write(table);

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("results.json", "faults.md", "faults.html");
        assertThat(Files.readString(folder.resolve("faults.md")))
                .containsSubsequence("## Clock", "| ours | **repeats** |", "## Configuration", "| ours | stops |")
                .contains("| ours | config-same-id | stops | it happened | 100 | 0 |")
                .contains("2 ClockBehindException")
                .contains("- ours under clock-back-down: a claim")
                .contains("17 by node 0 and by node 1")
                .contains(
                        "| 5 is not greater than 6 | each number since the copy, until the counter has passed it | peer 1.0: contradicts its"
                                + " documentation: \"sorted\" (https://peer.example) |");
        assertThat(ResultsFile.parts(folder.resolve("results.json")).faults()).isEqualTo(table);
        JsonNode json =
                JsonMapper.shared().readTree(folder.resolve("results.json")).get("faults");
        assertThat(json.get("seed").asLong()).isEqualTo(1);
        assertThat(json.get("cells").get(0).get("plan").get("idsBefore").asInt())
                .isEqualTo(100);
        assertThat(json.get("cells").get(0).get("verdict").asString()).isEqualTo("REPEATS");
    }
}
