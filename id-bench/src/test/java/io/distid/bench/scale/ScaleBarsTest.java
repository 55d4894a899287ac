package io.distid.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.progress.Steps;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.Servers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScaleBarsTest {
    private static final Provenance PROVENANCE = new Provenance("abc1234", "2026-11-20T11:00:00Z", 1, 1, false);
    private static final String CALL = "nextId of leaf-segment at 10,000 tags";
    private static final String REFRESH = "statements of a refresh";
    private static final ScaleCurves.Subject REDIS = new ScaleCurves.Subject("worker=redis", "", "Redis 6");
    private static final String ROUND_TRIPS = "round trips to acquire with 99 % held, worker=redis";
    private static final String LATE = "of 10,000 held at 30 s, ever late, worker=redis";
    private static final String CPU = "CPU for a renewal, 1,000 held against 10, worker=redis";

    private final ScaleCurves curves = new ScaleCurves();
    private @Nullable Double steal;

    @Test
    void withoutCurvesEachIsNamedWithTheReasonAndNoneHasAFigure() {
        assertThat(ScaleBars.of(List.of(), null, "not measured"))
                .hasSizeGreaterThan(15)
                .allSatisfy(line -> {
                    assertThat(line.passed()).isNull();
                    assertThat(line.measured()).isNull();
                    assertThat(line.provenance()).isNull();
                    assertThat(line.reason()).isEqualTo("not measured");
                });
    }

    @Test
    void aRefreshIsJudgedAtTheMostTagsAndOnlyWhereThereAreMany() {
        tags(1, ScaleFigure.REFRESH_STATEMENTS, 3);
        assertThat(bar(REFRESH).passed()).isNull();
        tags(10_000, ScaleFigure.REFRESH_STATEMENTS, 5);
        assertThat(bar(REFRESH).passed()).isTrue();
        assertThat(bar(REFRESH).measured()).isEqualTo(0.5);
        tags(100_000, ScaleFigure.REFRESH_STATEMENTS, 101);
        assertThat(bar(REFRESH).passed()).isFalse();
        assertThat(bar(REFRESH).provenance()).isEqualTo(PROVENANCE);
    }

    @Test
    void callsAtManyTagsAreAShareOfTheRateAtOne() {
        tags(1, ScaleFigure.TAG_CALL, 6);
        tags(10_000, ScaleFigure.TAG_CALL, 19);
        assertThat(bar(CALL).measured()).isBetween(0.31, 0.32);
        assertThat(bar(CALL).passed()).isTrue();
    }

    @Test
    void roundsOfASizeHaveTheirMedianAndTheMostThatTheHostTookOfOne() {
        for (double many : new double[] {19, 30, 15}) {
            tags(1, ScaleFigure.TAG_CALL, 6);
            tags(10_000, ScaleFigure.TAG_CALL, many);
            steal = many / 100;
            bar(CALL);
        }
        assertThat(bar(CALL).measured()).isEqualTo(6.0 / 19);
        assertThat(bar(CALL).provenance().rounds()).isEqualTo(3);
        assertThat(bar(CALL).provenance().steal()).isEqualTo(0.3);
        assertThat(bar(CALL).provenance().underSteal()).isTrue();
    }

    @Test
    void whatIsMeasuredOnceMoreIsInPlaceOfTheFirstIfTheHostTookLess() {
        steal = 0.3;
        tags(1, ScaleFigure.TAG_CALL, 6);
        tags(10_000, ScaleFigure.TAG_CALL, 60);
        assertThat(bar(CALL).measured()).isEqualTo(0.1);
        tags(10_000, ScaleFigure.TAG_CALL, 6);
        curves.roundAgain(0.3, 0.4);
        assertThat(bar(CALL).measured()).isEqualTo(0.1);
        tags(10_000, ScaleFigure.TAG_CALL, 12);
        curves.roundAgain(0.3, 0.05);
        assertThat(bar(CALL).measured()).isEqualTo(0.5);
        assertThat(bar(CALL).provenance().rounds()).isEqualTo(1);
    }

    @Test
    void slowCallsAtManyTagsMissTheirBar() {
        tags(1, ScaleFigure.TAG_CALL, 6);
        tags(10_000, ScaleFigure.TAG_CALL, 21);
        assertThat(bar(CALL).passed()).isFalse();
    }

    @Test
    void statementsOfARefreshAreCountedForAThousandTags() {
        tags(10_000, ScaleFigure.REFRESH_STATEMENTS, 10_000);
        assertThat(bar(REFRESH).measured()).isEqualTo(1000);
        assertThat(bar(REFRESH).passed()).isFalse();
        tags(100_000, ScaleFigure.REFRESH_STATEMENTS, 2);
        assertThat(bar(REFRESH).passed()).isTrue();
    }

    @Test
    void timeOfVerifyIsComparedForEachIdAndForEachKindOfIds() {
        ScaleCurves.Subject random = new ScaleCurves.Subject(VerifyGrowth.SUBJECT, "UUIDs in no order", null);
        curves.add(random, 1_000_000, ScaleFigure.VERIFY_TIME, 1e9);
        curves.add(random, 10_000_000, ScaleFigure.VERIFY_TIME, 20e9);
        assertThat(bar("time of verify for an id, most ids against 10,000,000, UUIDs in no order")
                        .passed())
                .isNull();
        curves.add(random, 100_000_000, ScaleFigure.VERIFY_TIME, 250e9);
        assertThat(bar("time of verify for an id, most ids against 10,000,000, UUIDs in no order")
                        .measured())
                .isEqualTo(1.25);
        assertThat(bar("time of verify for an id, most ids against 10,000,000, ids that grow")
                        .passed())
                .isNull();
    }

    @Test
    void aRenewalIsComparedWithinItsSourceAndItsReservation() {
        ScaleCurves.Subject redis = new ScaleCurves.Subject("worker=redis", "reservation 3 s", "Redis 6");
        curves.add(redis, 10, ScaleFigure.RENEWAL_CPU, 100);
        curves.add(redis.with("reservation 60 s"), 1000, ScaleFigure.RENEWAL_CPU, 500);
        assertThat(bar(CPU).passed()).isNull();
        curves.add(redis, 1000, ScaleFigure.RENEWAL_CPU, 119);
        assertThat(bar(CPU).passed()).isTrue();
    }

    @Test
    void aBarOfACurveThatFailedIsMissedWithTheReasonWhateverWasMeasuredBefore() {
        tags(10_000, ScaleFigure.REFRESH_STATEMENTS, 5);
        fail(new ScaleCurves.Subject(TagsGrowth.SUBJECT, "", "MariaDB"), ScaleFigure.REFRESH_STATEMENTS);

        assertThat(bar(REFRESH).passed()).isFalse();
        assertThat(bar(REFRESH).measured()).isNull();
        assertThat(bar(REFRESH).reason()).isEqualTo("failed: 100 k tags: lost");
        assertThat(bar(REFRESH).provenance()).isEqualTo(PROVENANCE);
        assertThat(bar(CALL).passed()).isNull();
    }

    @Test
    void aSourceThatFailsLateMissesTheBarsOfWhatItHadNotBegun() {
        curves.add(REDIS, 99, ScaleFigure.FULL_ROUND_TRIPS, 1);
        curves.add(REDIS.with("reservation 3 s"), 10, ScaleFigure.RENEWAL_CPU, 100);
        curves.add(REDIS.with("reservation 3 s"), 1000, ScaleFigure.RENEWAL_CPU, 110);
        curves.add(REDIS.with("reservation 10 s"), 10, ScaleFigure.RENEWAL_CPU, 100);
        curves.round(null);
        fail(REDIS.with("reservation 10 s"), ScaleFigure.RENEWAL_CPU);

        lose(ScalePlan.FULL);

        assertThat(bar(CPU).passed()).isTrue();
        assertThat(bar(ROUND_TRIPS).passed()).isTrue();
        assertThat(bar(LATE).passed()).isFalse();
        assertThat(bar(LATE).reason()).isEqualTo("failed: worker=redis: the server went away");
        assertThat(bar(LATE.replace("redis", "mysql")).passed()).isNull();
        assertThat(curves.all())
                .filteredOn(curve -> curve.series().equals("reservation 10 s"))
                .extracting(ScaleCurve::reason)
                .containsOnly("100 k tags: lost");
    }

    @Test
    void aSourceThatFailsAtOnceMissesNoBarThatIsNotPlanned() {
        lose(ScalePlan.QUICK);

        assertThat(bar(CPU).passed()).isFalse();
        assertThat(bar(ROUND_TRIPS).passed()).isFalse();
        assertThat(bar(LATE).passed()).isNull();
        assertThat(bar(LATE).reason()).isEqualTo("not measured at that size");
        assertThat(curves.all())
                .filteredOn(curve -> curve.series().equals("reservation 3 s, a source each"))
                .extracting(ScaleCurve::reason)
                .isNotEmpty()
                .containsOnly("worker=redis: the server went away");
    }

    @Test
    void aSourceThatFailsHasNoCurvesOfNodesWhereNoneWerePlanned() {
        lose(ScalePlan.QUICK.withNodes(List.of()));

        assertThat(curves.all()).noneMatch(curve -> curve.series().endsWith("a source each"));
    }

    private void lose(ScalePlan plan) {
        try (Servers servers = new Servers()) {
            ScaleRun run = new ScaleRun(plan, servers, curves, Steps.NONE, all -> {}, new StealMeter());
            LeasesGrowth.failed(run, REDIS, new IllegalStateException("the server went away"));
        }
    }

    private void fail(ScaleCurves.Subject of, ScaleFigure figure) {
        curves.ended(of, Row.Status.failed, "100 k tags: lost", List.of(figure));
    }

    private void tags(long count, ScaleFigure figure, double value) {
        curves.add(new ScaleCurves.Subject(TagsGrowth.SUBJECT, "", "MariaDB"), count, figure, value);
    }

    private BarLine bar(String part) {
        curves.round(steal);
        List<ScaleCurve> all = curves.all();
        return ScaleBars.of(all, PROVENANCE, "not measured at that size").stream()
                .filter(line -> line.name().contains(part))
                .findFirst()
                .orElseThrow();
    }
}
