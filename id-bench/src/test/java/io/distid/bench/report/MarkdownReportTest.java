package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Control;
import io.distid.bench.results.Environment;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Results;
import io.distid.bench.results.Sample;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    private static final List<String> SECTIONS = List.of(
            "## Peers, in-process",
            "## Latency",
            "## Cost",
            "## Several processes",
            "## As a primary key",
            "## Locks",
            "## Tokens",
            "## As an entity's id",
            "## Growth",
            "## Bars",
            "## Faults");
    private static final String FULL =
            MarkdownReport.of(SampleResults.full(), SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS));

    @Test
    void hasASectionForEachKindOfFigure() {
        String report = FULL;

        assertThat(report).contains(SECTIONS).contains("## What ids tell");
        assertThat(report)
                .contains("| snowflake | at 100 k/s | 90 ns | 410 ns | 3.20 µs | 41.0 µs | 220 µs | 50.0 k |")
                .contains("| AUTO_INCREMENT key | BIGINT AUTO_INCREMENT | 50.0 k | 61.0 k | 100 % | 640 | 700 | 156 |")
                .contains("the checker found 123 k repeated.")
                .contains("| tokens redis | Redis 6.2.11 (embedded) | 11.2 k | 33.6 k |  |")
                .contains("in batches of 50, 10,000 in each of 3 rounds.")
                .contains("| IDENTITY | hibernate-core 7.4.1.Final | MariaDB 11.4.5 (embedded) | 6.21 k | 1.00 |  |")
                .contains("|  |  | failed: a row was refused |")
                .contains("by 32 threads in each of 4 processes that want one lock")
                .contains(
                        "| redisson RLock | redisson 3.52.0 | Redis 6.2.11 (embedded) | 7.41 k | 926 | 1.73 s | 2.00 s | no |  |")
                .contains("| lock zookeeper |  |  |  |  |  |  |  | skipped: no server: refused |")
                .contains(
                        "| uuid-v7: exact clock | 1 | >= 0.75 | 0.72 | **missed** | currentTimeMillis | abc1234, 2026-11-20T11:00:00Z, 3 × 1 s |")
                .contains("cosid-snowflake (cosid-core 2.13.3: machineBit=10)");
    }

    @Test
    void growthSaysWhichSizesHaveRounds() {
        assertThat(FULL)
                .contains(
                        "each size is measured once, but those of tags three times, in turn, of which the median counts.");
    }

    @Test
    void aRateUnderStealIsMarkedInMarkdownAndInTheTableAndTheRunTellsWhatTheHostTook() {
        Environment quiet = SampleResults.full().environment();
        Rate calm = new Rate(1, 2e6, null, null, List.of(), 0.09);
        Rate stolen = new Rate(2, 3e6, null, null, List.of(), 0.23);
        Environment environment = new Environment(
                quiet.date(),
                true,
                quiet.profile(),
                quiet.machine(),
                quiet.gitRevision(),
                quiet.jmh(),
                List.of(),
                List.of(Sample.reference("clock", List.of(calm, stolen))),
                0.12,
                null);
        Results results = Sample.run(environment, List.of());

        assertThat(MarkdownReport.of(results, null))
                .contains("| clock | 2.00 M | 3.00 M **steal 23 %** |")
                .contains("| CPU time that the host took | 12 % of what the machine wanted |");
        assertThat(new TerminalTable(List.of(1, 2)).of(results))
                .contains("the host took more than a tenth of the CPU time (steal): clock");
        assertThat(FULL).doesNotContain("steal", "CPU time that the host took");
    }

    @Test
    void curvesAreATableForEachFigure() {
        assertThat(FULL)
                .containsSubsequence(
                        "### tags: nextId of tags at random, by tags",
                        "| of | 1 | 1.00 k | server |",
                        "| leaf-segment | 5.60 ns | 29 ns | MariaDB 11.4.5 (embedded) |",
                        "### leases: time to acquire one of many, by worker ids held",
                        "| worker=etcd | skipped: no server: refused |");
    }

    @Test
    void faultsAreAMatrixForEachGroupBelowWhatTheyContradict() {
        assertThat(FULL)
                .containsSubsequence(
                        "## Faults",
                        "The control, textbook, repeats where it must.",
                        "- ours under clock-back-down: a claim",
                        "### Clock",
                        "|  | back-down |",
                        "| ours | **repeats** |",
                        "| a peer with a name of forty characters.. | **unique** ~ |",
                        "### Configuration",
                        "| ours | stops |",
                        "revision abc, profile tiny, seed 1",
                        "## How it was measured")
                .doesNotContain("17 by node 0");
    }

    @Test
    void checkOfTheCheckerIsShownWithoutRowsOfProcesses() {
        assertThat(MarkdownReport.of(SampleResults.withControl(new Control("plain long", 1, 80_000, 0, false)), null))
                .contains(
                        "## The check of the checker\n\nControl: of 80.0 k ids of threads of one process on a plain long,"
                                + " the checker found 0 repeated: **it does not find duplicates, so its verdicts are worth nothing.**\n")
                .doesNotContain("## Several processes");
        assertThat(MarkdownReport.of(
                        SampleResults.withControl(new Control("snowflake", 2, 400_000, 123_456, true)), null))
                .contains("of 2 processes of snowflake on one worker id, the checker found 123 k repeated.\n");
        assertThat(FULL).doesNotContain("## The check of the checker");
    }

    @Test
    void leavesOutWhatWasNotMeasured() {
        assertThat(MarkdownReport.of(SampleResults.complete(), null)).doesNotContain(SECTIONS);
    }

    @Test
    void everyRowOfATableHasAsManyCellsAsItsTitle() {
        String report = FULL;

        for (String table : report.split("\n\n")) {
            List<Long> cells = table.lines()
                    .filter(line -> line.startsWith("|"))
                    .map(line -> line.replace("\\|", "")
                            .chars()
                            .filter(c -> c == '|')
                            .count())
                    .distinct()
                    .toList();
            assertThat(cells).as(table).hasSizeLessThanOrEqualTo(1);
        }
    }
}
