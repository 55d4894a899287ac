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

    private static Results results(Row... rows) {
        return new Results(SampleResults.complete().environment(), List.of(rows));
    }

    private static Row failed(@Nullable String library) {
        return new Row("x", new Origin(library, "x", ""), null, Row.Status.failed, "2 duplicates", Measurements.NONE);
    }
}
