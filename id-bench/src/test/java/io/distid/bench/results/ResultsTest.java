package io.distid.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultsTest {
    @Test
    void onlyAStrategyOfDistidFailsTheRun() {
        assertThat(results(failed(null)).anyFailed()).isTrue();
        assertThat(results(failed("tsid-creator 5.2.6")).anyFailed()).isFalse();
        assertThat(results(failed("tsid-creator 5.2.6"), failed(null)).anyFailed())
                .isTrue();
    }

    @Test
    void growthThatFailedFailsTheRunUnlessItIsOfAPeerOrAReference() {
        Results run = results(failed("tsid-creator 5.2.6"));

        assertThat(withScale(run, curve("verify --file", Row.Status.failed)).anyFailed())
                .isTrue();
        assertThat(withScale(run, curve("worker=redis", Row.Status.skipped)).anyFailed())
                .isFalse();
        assertThat(withScale(run, curve("x", Row.Status.failed)).anyFailed()).isFalse();
        assertThat(withScale(run, curve("AtomicLong.getAndIncrement", Row.Status.failed))
                        .anyFailed())
                .isFalse();
    }

    @Test
    void tooFewIdsOfDistidAreNotShownAndFailNothing() {
        assertThat(results(notShown(null)).anyNotShown()).isTrue();
        assertThat(results(notShown(null)).anyFailed()).isFalse();
        assertThat(results(notShown("tsid-creator 5.2.6")).anyNotShown()).isFalse();
    }

    private static Row notShown(@Nullable String library) {
        return new Row("x", new Origin(library, "x", ""), null, Row.Status.notShown, "4 ids", Measurements.NONE);
    }

    private static ScaleCurve curve(String subject, Row.Status status) {
        return new ScaleCurve(
                "threads", "a figure", ScaleCurve.Unit.COUNT, "threads", subject, "", null, List.of(), status, "why");
    }

    private static Results withScale(Results run, ScaleCurve curve) {
        return new Results(
                run.environment(),
                run.strategies(),
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(curve),
                List.of(),
                List.of(),
                null);
    }

    private static Results results(Row... rows) {
        return Sample.run(SampleResults.complete().environment(), List.of(rows));
    }

    private static Row failed(@Nullable String library) {
        return new Row("x", new Origin(library, "x", ""), null, Row.Status.failed, "2 duplicates", Measurements.NONE);
    }
}
