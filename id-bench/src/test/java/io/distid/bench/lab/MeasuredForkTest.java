package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Cost;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredForkTest {
    @Test
    void anIdCostsTheMeanOfTheForksWithTheFewestThreads() {
        MeasuredFork first = fork(Map.of(Figure.CPU_NANOS, 10.0, Figure.BYTES, 32.0));
        MeasuredFork second = fork(Map.of(Figure.CPU_NANOS, 20.0, Figure.BYTES, 32.0));

        assertThat(MeasuredFork.cost(List.of(first, second))).isEqualTo(new Cost(15.0, 32.0));
    }

    @Test
    void whatAJvmDoesNotTellIsNullAndNoFailure() {
        MeasuredFork first = fork(Map.of(Figure.CPU_NANOS, 10.0, Figure.BYTES, 32.0));
        MeasuredFork silent = fork(Map.of(Figure.CPU_NANOS, 20.0));

        assertThat(MeasuredFork.cost(List.of(silent))).isEqualTo(new Cost(20.0, null));
        assertThat(MeasuredFork.cost(List.of(first, silent))).isEqualTo(new Cost(15.0, null));
    }

    private static MeasuredFork fork(Map<Figure, Double> figures) {
        TrialResult single = new TrialResult(1, false, List.of(1.0), null, figures);
        TrialResult many =
                new TrialResult(2, false, List.of(1.0), null, Map.of(Figure.CPU_NANOS, 1e6, Figure.BYTES, 1e6));
        return new MeasuredFork(List.of(single, many), null);
    }
}
