package io.distid.bench.workshop.bars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.machine.CpuTime;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.TrialResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BarTest {
    private static final Provenance PROVENANCE = new Provenance("abc1234", "2026-11-20T10:00:00Z", 3, 1, null);
    private static final BarRun OURS = BarRun.of("snowflake", 2);
    private static final BarRun SLOW = BarRun.of("yitter", 2);
    private static final BarRun FAST = BarRun.of("tsid-creator", 2);
    private static final Bar BAR = Bar.rate("against the fastest peer", OURS, 1, SLOW, FAST);

    @Test
    void aRatioIsToTheFastestReferenceAndSaysWhereItComesFrom() {
        BarLine line = BAR.result(Map.of(OURS, figures(90, 100, 1), SLOW, figures(50), FAST, figures(200)), PROVENANCE);

        assertThat(line.measured()).isEqualTo(90 / 200.0);
        assertThat(line.figure()).isEqualTo(90);
        assertThat(line.reference()).isEqualTo("tsid-creator");
        assertThat(line.passed()).isFalse();
        assertThat(line.provenance()).isEqualTo(PROVENANCE);
    }

    @Test
    void aRunThatFailedIsNamedWithItsReasonAndTheBarIsMissed() {
        BarFigures failed = new BarFigures(Set.of(Figure.RATE));
        failed.failed("it hung");

        BarLine line = BAR.result(Map.of(OURS, figures(1), SLOW, failed, FAST, figures(2)), PROVENANCE);

        assertThat(line.passed()).isFalse();
        assertThat(line.measured()).isNull();
        assertThat(line.reason()).isEqualTo("yitter, 2 threads failed: it hung");
    }

    @Test
    void barIsNotMeasuredIfOneOfItsRunsLacksItsServer() {
        BarFigures lacking = figures();
        lacking.lacks("no server: refused");
        List<BarLine> lines = List.of(
                BAR.result(Map.of(OURS, lacking, SLOW, figures(1), FAST, figures(2)), PROVENANCE),
                BAR.result(Map.of(OURS, figures(1), SLOW, figures(1), FAST, lacking), PROVENANCE));

        assertThat(lines).allSatisfy(line -> assertThat(line).isEqualTo(BAR.unmeasured("no server: refused")));
        assertThat(lacking.isOver()).isTrue();
    }

    @Test
    void aServerThatIsLackingHidesNoRunThatFailed() {
        BarFigures lacking = figures();
        lacking.lacks("no server: refused");
        BarFigures failed = figures(1);
        failed.failed("2 duplicates");

        BarLine line = BAR.result(Map.of(OURS, failed, SLOW, figures(1), FAST, lacking), PROVENANCE);

        assertThat(line.passed()).isFalse();
        assertThat(line.reason()).isEqualTo("snowflake, 2 threads failed: 2 duplicates");
    }

    @Test
    void roundThatLacksAFigureOfTheBarDoesNotCount() {
        BarFigures figures = new BarFigures(Set.of(Figure.RATE, Figure.CORES));
        TrialResult round = new TrialResult(1, false, List.of(), null, Map.of(Figure.RATE, 1.0));
        assertThatThrownBy(() -> figures.add(round, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CORES");
        assertThat(figures.isEmpty()).isTrue();
    }

    @Test
    void runThatFailsInALaterRoundMissesTheBar() {
        BarFigures failed = figures(1000);
        failed.failed("2 duplicates");
        BarFigures fast = figures(1000, 1000, 1000);
        BarFigures slow = figures(1, 1, 1);

        BarLine own = BAR.result(Map.of(OURS, failed, SLOW, slow, FAST, slow), PROVENANCE);
        assertThat(own.passed()).isFalse();
        assertThat(own.measured()).isNull();
        assertThat(own.figure()).isNull();
        assertThat(own.reason()).isEqualTo("snowflake, 2 threads failed: 2 duplicates");
        assertThat(own.provenance()).isEqualTo(PROVENANCE);
        BarLine peers = BAR.result(Map.of(OURS, fast, SLOW, failed, FAST, slow), PROVENANCE);
        assertThat(peers.passed()).isFalse();
        assertThat(peers.measured()).isNull();
        assertThat(peers.reason()).isEqualTo("yitter, 2 threads failed: 2 duplicates");
        assertThat(peers.provenance()).isEqualTo(PROVENANCE);
    }

    @Test
    void everyBarHasANameOfItsOwnAndThereAreAtMostForty() {
        assertThat(BarCatalogue.all()
                        .map(bar -> bar.name() + ", " + bar.subject().threads()))
                .doesNotHaveDuplicates()
                .hasSizeBetween(20, 40);
    }

    @Test
    void everySubjectIsInTheCatalogueAndThoseWithARowAreItsRows() {
        List<String> subjects = BarCatalogue.all()
                .flatMap(Bar::runs)
                .map(run -> run.target().subject())
                .filter(subject -> !subject.isEmpty())
                .distinct()
                .toList();

        assertThat(subjects)
                .contains("cosid segment-chain", "yitter", "snowflake")
                .allSatisfy(
                        subject -> assertThat(Catalogue.subject(subject).name()).isEqualTo(subject));
        assertThat(Catalogue.ofBars()).allMatch(subject -> subjects.contains(subject.name()));
    }

    @Test
    void barReportsTheGreatestStealOfItsRuns() {
        BarFigures quiet = figures();
        quiet.add(new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0)), new CpuTime(100, 1));
        BarFigures stolen = figures();
        stolen.add(new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0)), new CpuTime(100, 30));
        stolen.add(new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0)), new CpuTime(100, 0));

        Provenance own = BAR.result(Map.of(OURS, quiet, SLOW, stolen, FAST, figures(2)), PROVENANCE)
                .provenance();

        assertThat(own.steal()).isEqualTo(0.15);
        assertThat(own.underSteal()).isTrue();
        assertThat(BAR.result(Map.of(OURS, quiet, SLOW, quiet, FAST, quiet), PROVENANCE)
                        .provenance()
                        .underSteal())
                .isFalse();
    }

    private static BarFigures figures(double... rates) {
        BarFigures figures = new BarFigures(Set.of(Figure.RATE));
        for (double rate : rates) {
            figures.add(new TrialResult(2, false, List.of(rate), null, Map.of(Figure.RATE, rate)), null);
        }
        return figures;
    }

    @Test
    void runsOfOneTargetAreOne() {
        assertThat(BarRun.of(Target.ATOMIC_LONG, 1)).isEqualTo(BarRun.of(Target.ATOMIC_LONG, 1));
        assertThat(BarRun.batch("uuid-v7"))
                .isNotEqualTo(BarRun.of("uuid-v7", 1))
                .hasToString("uuid-v7 by the batch, 1 thread");
    }
}
