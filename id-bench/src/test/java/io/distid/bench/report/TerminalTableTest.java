package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.machine.Machine;
import io.distid.bench.results.Environment;
import io.distid.bench.results.Order;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.Sample;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.Uniqueness;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TerminalTableTest {
    private static final Machine MACHINE = new Machine("cpu", 2, 1 << 30, "os", "jvm");

    @Test
    void isEightyColumnsWideAtMost() {
        Rate one = Sample.rate(1, 123_456_789, 1e9);
        Rate two = Sample.rate(2, 123_456_789, 1e9);
        Row row = SampleResults.row(
                "mysql-auto-increment",
                null,
                Row.Status.measured,
                null,
                List.of(one, two),
                new Uniqueness(3, 2, 1_234_567, 0, false),
                new Order("PER_GENERATOR", "PER_GENERATOR", 0, 17),
                null,
                null);

        String table = new TerminalTable(List.of(1, 2))
                .of(results(List.of(), Sample.reference("AtomicLong.getAndIncrement", List.of(one, two)), row));

        assertThat(table)
                .contains("mysql-auto-increment", "AtomicLong.getAndIncrement", "123 M ±>99%", "per generator");
        assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void showsRowsOfEachServerApartAndOfASkippedOneTheReason() {
        Row measured = SampleResults.row(
                "redis-incr",
                "Redis 7.4 (Docker)",
                Row.Status.measured,
                null,
                List.of(Sample.rate(1, 5, null)),
                null,
                null,
                null,
                null);
        Row skipped = SampleResults.row(
                "leaf-segment", null, Row.Status.skipped, "no server: refused", List.of(), null, null, null, null);

        String table = new TerminalTable(List.of(1))
                .of(results(List.of("Redis 7.4 (Docker)"), Sample.reference("clock", List.of()), measured, skipped));

        assertThat(table.lines())
                .containsSubsequence(
                        "in-process",
                        "over the network to Redis 7.4 (Docker)",
                        " redis-incr                             5",
                        "skipped leaf-segment: no server: refused");
        assertThat(table.lines().filter(line -> line.contains("leaf-segment"))).hasSize(1);
    }

    @Test
    void reasonForTheEndOfGrowthIsShownOnceForAllFiguresAndSubjects() {
        List<ScaleCurve> curves = new ArrayList<>();
        for (String subject : List.of("a", "b", "c", "d", "e")) {
            curves.add(curve("ids a second", subject, Row.Status.skipped, "no virtual threads"));
            curves.add(curve("failed calls", subject, Row.Status.skipped, "no virtual threads"));
        }
        curves.add(curve("ids a second", "a", Row.Status.failed, "a, 16 platform threads: lost"));
        curves.add(curve("failed calls", "a", Row.Status.failed, "a, 16 platform threads: lost"));
        curves.add(curve("ids a second", "f", Row.Status.measured, null));
        Results basis = results(List.of(), Sample.reference("clock", List.of()));

        String table = new TerminalTable(List.of(1))
                .of(new Results(
                        basis.environment(),
                        List.of(),
                        null,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        curves,
                        List.of(),
                        List.of(),
                        null));

        assertThat(table.lines().filter(line -> line.contains("growth")))
                .containsExactly(
                        "skipped growth of threads (a and 4 more): no virtual threads",
                        "failed growth of threads: a, 16 platform threads: lost");
    }

    private static ScaleCurve curve(String figure, String subject, Row.Status status, @Nullable String reason) {
        return new ScaleCurve(
                "threads",
                figure,
                ScaleCurve.Unit.COUNT,
                "threads",
                subject,
                "virtual threads",
                null,
                List.of(),
                status,
                reason);
    }

    @Test
    void showsPeersApartAndWhatBecameOfTheBars() {
        String table = new TerminalTable(List.of(1, 2)).of(SampleResults.full());

        assertThat(table.lines())
                .containsSubsequence(
                        "in-process",
                        "peers, in-process",
                        "over the network to MariaDB 11.4.5 (embedded)",
                        "bars: 1 of 2 measured hold, of 3 in all");
        assertThat(table.lines()).contains("skipped growth of leases (worker=etcd): no server: refused");
        assertThat(table).doesNotContain("THE CHECK OF THE CHECKER");
    }

    @Test
    void tooFewIdsAreNotShownToBeUniqueOrInOrder() {
        Row row = SampleResults.row(
                "snowflake worker=etcd",
                null,
                Row.Status.notShown,
                "of 2 processes one made 4 ids",
                List.of(Sample.rate(1, 5, null), Sample.rate(2, 5, null)),
                new Uniqueness(3, 2, 12, 0, true),
                new Order("PER_GENERATOR", "GLOBAL", 0, 0),
                null,
                null);

        String table = new TerminalTable(List.of(1, 2)).of(results(List.of(), Sample.reference("x", List.of()), row));

        assertThat(table.lines())
                .contains(
                        " snowflake worker=etcd                  5             5     12   ? not shown",
                        "not shown snowflake worker=etcd: of 2 processes one made 4 ids");
        assertThat(MarkdownReport.of(results(List.of(), Sample.reference("x", List.of()), row), null))
                .contains(" 12 | not shown | per generator | not shown | ")
                .contains("- not shown **snowflake worker=etcd**: of 2 processes one made 4 ids");
    }

    @Test
    void busyMachineIsReported() {
        String busy = "the machine was busy: other processes took 57 % of its CPU time during the run,"
                + " so rates are lower and times longer than it can do";

        assertThat(new TerminalTable(List.of(1, 2)).of(beside(0.57)).lines()).contains(busy);
        assertThat(MarkdownReport.of(beside(0.57), null))
                .contains("| CPU time that other processes took | 57 % of what the machine has |", "**" + busy + "**");
        assertThat(new TerminalTable(List.of(1, 2)).of(beside(0.1))).doesNotContain("busy");
        assertThat(MarkdownReport.of(beside(0.1), null)).doesNotContain("busy:");
        assertThat(new TerminalTable(List.of(1, 2)).of(beside(null))).doesNotContain("busy");
    }

    private static Results beside(@Nullable Double others) {
        return Sample.run(
                new Environment("now", true, "tiny", MACHINE, "abc", "1.37", List.of(), List.of(), null, others),
                List.of());
    }

    @Test
    void showsLocksTokensAndEntitiesInEightyColumns() {
        String table = new TerminalTable(List.of(1, 2)).of(SampleResults.full());

        assertThat(table.lines())
                .containsSubsequence(
                        "locks, locked and freed/s           alone     contended       crash  numbers",
                        " redisson RLock                    7.41 k           926      1.73 s  no",
                        "skipped lock zookeeper: no server: refused",
                        "tokens, consumed/s                  alone      together",
                        " tokens redis                      11.2 k        33.6 k",
                        "entities                           rows/s statements/row",
                        " @DistId snowflake                 52.3 k           0.04",
                        " IDENTITY                          6.21 k           1.00",
                        "failed @Tsid: a row was refused");
        assertThat(table.lines().filter(line -> line.matches(".*(lock|tokens|entit).*")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    private static Results results(List<String> servers, Reference reference, Row... rows) {
        return Sample.run(
                Sample.environment("now", true, "tiny", MACHINE, "abc", "1.37", servers, List.of(reference)),
                List.of(rows));
    }
}
