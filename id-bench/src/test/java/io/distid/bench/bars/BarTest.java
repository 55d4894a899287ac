package io.distid.bench.bars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Provenance;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.TrialResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BarTest {
    private static final Provenance PROVENANCE = new Provenance("abc1234", "2026-11-20T10:00:00Z", 3, 1, false);
    private static final BarRun OURS = BarRun.of("snowflake", 2);
    private static final BarRun SLOW = BarRun.of("yitter", 2);
    private static final BarRun FAST = BarRun.of("tsid-creator", 2);
    private static final Bar BAR = Bar.rate("against the fastest peer", OURS, 1, SLOW, FAST);

    @Test
    void aRatioIsToTheFastestReferenceAndSaysWhereItComesFrom() {
        BarLine line = BAR.result(
                Map.of(OURS, figures(false, 90, 100, 1), SLOW, figures(false, 50), FAST, figures(false, 200)),
                PROVENANCE);

        assertThat(line.measured()).isEqualTo(90 / 200.0);
        assertThat(line.figure()).isEqualTo(90);
        assertThat(line.reference()).isEqualTo("tsid-creator");
        assertThat(line.passed()).isFalse();
        assertThat(line.provenance()).isEqualTo(PROVENANCE);
    }

    @Test
    void aRatioToTheMedianIsToTheOneInTheMiddle() {
        BarRun middle = BarRun.of("hutool snowflake", 2);
        BarLine line = Bar.atMostMedian("median", OURS, Figure.RATE, FAST, SLOW, middle)
                .result(
                        Map.of(
                                OURS, figures(false, 30),
                                FAST, figures(false, 90),
                                SLOW, figures(false, 20),
                                middle, figures(false, 40)),
                        PROVENANCE);

        assertThat(line.measured()).isEqualTo(30 / 40.0);
        assertThat(line.reference()).isEqualTo("hutool snowflake");
        assertThat(line.passed()).isTrue();
    }

    @Test
    void coresThatMovedUnderOneOfItsRunsAreToldOfTheBar() {
        Map<BarRun, BarFigures> measured =
                Map.of(OURS, figures(false, 100), SLOW, figures(true, 50), FAST, figures(false, 80));

        Provenance once = PROVENANCE.withRounds(1);
        assertThat(BAR.result(measured, PROVENANCE).provenance()).isEqualTo(once.withCoresMoved(true));
        assertThat(Bar.rate("alone", OURS, 1, FAST).result(measured, PROVENANCE).provenance())
                .isEqualTo(once);
    }

    @Test
    void aRunThatFailedIsNamedWithItsReasonAndTheBarIsMissed() {
        BarFigures failed = new BarFigures(Set.of(Figure.RATE));
        failed.failed("it hung");

        BarLine line = BAR.result(Map.of(OURS, figures(false, 1), SLOW, failed, FAST, figures(false, 2)), PROVENANCE);

        assertThat(line.passed()).isFalse();
        assertThat(line.measured()).isNull();
        assertThat(line.reason()).isEqualTo("yitter, 2 threads failed: it hung");
    }

    @Test
    void aBarOfWhichARunLacksItsServerIsNotMeasuredWhateverTheOthersShow() {
        BarFigures lacking = figures(false);
        lacking.lacks("no server: refused");
        List<BarLine> lines = List.of(
                BAR.result(Map.of(OURS, lacking, SLOW, figures(false, 1), FAST, figures(false, 2)), PROVENANCE),
                BAR.result(Map.of(OURS, figures(false, 1), SLOW, figures(false, 1), FAST, lacking), PROVENANCE));

        assertThat(lines).allSatisfy(line -> assertThat(line).isEqualTo(BAR.unmeasured("no server: refused")));
        assertThat(BAR.isClose(Map.of(OURS, figures(false, 1, 2, 1), SLOW, figures(false, 1, 2, 1), FAST, lacking)))
                .isFalse();
        assertThat(lacking.isOver()).isTrue();
    }

    @Test
    void aServerThatIsLackingHidesNoRunThatFailed() {
        BarFigures lacking = figures(false);
        lacking.lacks("no server: refused");
        BarFigures failed = figures(false, 1);
        failed.failed("2 duplicates");

        BarLine line = BAR.result(Map.of(OURS, failed, SLOW, figures(false, 1), FAST, lacking), PROVENANCE);

        assertThat(line.passed()).isFalse();
        assertThat(line.reason()).isEqualTo("snowflake, 2 threads failed: 2 duplicates");
    }

    @Test
    void aRoundThatLacksAFigureOfABarIsNoneOfTheRun() {
        BarFigures figures = new BarFigures(Set.of(Figure.RATE, Figure.WAITS));
        TrialResult round = new TrialResult(1, false, List.of(), null, Map.of(Figure.RATE, 1.0));
        assertThatThrownBy(() -> figures.add(round, null, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("WAITS");
        assertThat(figures.isEmpty()).isTrue();
    }

    @Test
    void aRunThatFailsInALaterRoundMissesTheBarWhateverTheFirstHasShown() {
        BarFigures failed = figures(false, 1000);
        failed.failed("2 duplicates");
        BarFigures fast = figures(false, 1000, 1000, 1000);
        BarFigures slow = figures(false, 1, 1, 1);

        BarLine own = BAR.result(Map.of(OURS, failed, SLOW, slow, FAST, slow), PROVENANCE);
        assertThat(own.passed()).isFalse();
        assertThat(own.measured()).isNull();
        assertThat(own.figure()).isNull();
        assertThat(own.reason()).isEqualTo("snowflake, 2 threads failed: 2 duplicates");
        assertThat(own.provenance()).isEqualTo(PROVENANCE.withRounds(1));
        BarLine peers = BAR.result(Map.of(OURS, fast, SLOW, failed, FAST, slow), PROVENANCE);
        assertThat(peers.passed()).isFalse();
        assertThat(peers.measured()).isNull();
        assertThat(peers.reason()).isEqualTo("yitter, 2 threads failed: 2 duplicates");
        assertThat(peers.provenance()).isEqualTo(PROVENANCE);
    }

    @Test
    void roundsAreThoseThatThereAreAndThosePlannedWhereThereIsNone() {
        assertThat(figures(false, 1).rounds(3)).isEqualTo(1);
        assertThat(figures(false, 1, 1, 1, 1).rounds(3)).isEqualTo(4);
        assertThat(figures(false).rounds(3)).isEqualTo(3);
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
    void aBarIsCloseWhereTheRoundsCannotTellItFromItsBoundOnEitherSide() {
        Bar bar = Bar.rate("close", OURS, 1, FAST);
        double[][] close = {{100, 104, 98}, {100, 96, 102}};
        double[][] distinct = {{150, 151, 149}, {50, 51, 49}};
        for (double[] rates : close) {
            assertThat(bar.isClose(Map.of(OURS, figures(false, rates), FAST, figures(false, 100, 100, 100))))
                    .isTrue();
        }
        for (double[] rates : distinct) {
            assertThat(bar.isClose(Map.of(OURS, figures(false, rates), FAST, figures(false, 100, 100, 100))))
                    .isFalse();
        }
        // Neither a single round nor a run that failed is told by more rounds.
        assertThat(bar.isClose(Map.of(OURS, figures(false, 100), FAST, figures(false, 100))))
                .isFalse();
        BarFigures failed = figures(false, 100, 104, 98);
        failed.failed("it hung");
        assertThat(bar.isClose(Map.of(OURS, failed, FAST, figures(false, 100, 100, 100))))
                .isFalse();
    }

    @Test
    void moreRoundsOfARunThatAnotherBarNeedsAreNoMoreOfThisOne() {
        Bar bar = Bar.rate("shared", OURS, 1, FAST);
        Map<BarRun, BarFigures> measured =
                Map.of(OURS, figures(false, 150, 151, 149, 20, 20), FAST, figures(false, 100, 100, 100));

        assertThat(bar.isClose(measured)).isFalse();
        assertThat(bar.result(measured, PROVENANCE).provenance()).isEqualTo(PROVENANCE.withRounds(5));
    }

    @Test
    void whatTheHostTookUnderTheRunItTookMostOfIsToldOfTheBar() {
        BarFigures quiet = figures(false);
        quiet.add(new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0)), false, new CpuTime(100, 1));
        BarFigures stolen = figures(false);
        stolen.add(
                new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0)), false, new CpuTime(100, 30));
        stolen.add(new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0)), false, new CpuTime(100, 0));

        Provenance own = BAR.result(Map.of(OURS, quiet, SLOW, stolen, FAST, figures(false, 2)), PROVENANCE)
                .provenance();

        assertThat(own.steal()).isEqualTo(0.15);
        assertThat(own.underSteal()).isTrue();
        assertThat(BAR.result(Map.of(OURS, quiet, SLOW, quiet, FAST, quiet), PROVENANCE)
                        .provenance()
                        .underSteal())
                .isFalse();
    }

    @Test
    void whatMustNeverHappenIsJudgedByItsWorstRound() {
        Map<BarRun, BarFigures> measured = Map.of(OURS, figures(false, 0, 0, 3));

        BarLine line = Bar.never("never", OURS, Figure.RATE, 1, 0).result(measured, PROVENANCE);

        assertThat(line.measured()).isEqualTo(3);
        assertThat(line.passed()).isFalse();
        assertThat(Bar.within("median", OURS, Figure.RATE, 1, 0, 0)
                        .result(measured, PROVENANCE)
                        .passed())
                .isTrue();
    }

    @Test
    void ofTwoMeasurementsThatCountsWhichTheHostTookLessOfWhateverItShows() {
        BarFigures first = stolen(100, 30);
        BarFigures less = stolen(1, 5);
        BarFigures failed = stolen(1, 5);
        failed.failed("it hung");

        assertThat(first.underSteal()).isTrue();
        assertThat(first.orAgain(stolen(200, 40))).isSameAs(first);
        assertThat(first.orAgain(failed)).isSameAs(first);
        assertThat(first.orAgain(less)).isSameAs(less);
        Provenance own = Bar.within("once more", OURS, Figure.RATE, 1, 0, 9)
                .result(Map.of(OURS, less), PROVENANCE)
                .provenance();
        assertThat(own.steal()).isEqualTo(0.05);
        assertThat(own.firstSteal()).isEqualTo(0.3);
    }

    private static BarFigures stolen(double rate, long ofAHundred) {
        BarFigures figures = new BarFigures(Set.of(Figure.RATE));
        figures.add(
                new TrialResult(2, false, List.of(rate), null, Map.of(Figure.RATE, rate)),
                false,
                new CpuTime(100, ofAHundred));
        return figures;
    }

    @Test
    void whereCoresWereNotLookedAtNothingIsToldOfThem() {
        Map<BarRun, BarFigures> unseen = Map.of(OURS, figures(null, 2), SLOW, figures(null, 1), FAST, figures(null, 2));
        Map<BarRun, BarFigures> seen = Map.of(OURS, figures(null, 2), SLOW, figures(false, 1), FAST, figures(null, 2));

        assertThat(BAR.result(unseen, PROVENANCE).provenance().coresMoved()).isNull();
        assertThat(BAR.result(seen, PROVENANCE.withCoresMoved(null))
                        .provenance()
                        .coresMoved())
                .isFalse();
    }

    private static BarFigures figures(@Nullable Boolean coresMoved, double... rates) {
        BarFigures figures = new BarFigures(Set.of(Figure.RATE));
        for (double rate : rates) {
            figures.add(new TrialResult(2, false, List.of(rate), null, Map.of(Figure.RATE, rate)), coresMoved, null);
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
