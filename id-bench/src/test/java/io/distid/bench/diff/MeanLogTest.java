package io.distid.bench.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.distid.bench.results.Rate;
import io.distid.bench.results.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeanLogTest {
    private static final double E = Math.E;

    @Test
    void aSampleIsTheMeanOfAJvmAndTheVarianceIsThatOfTheMean() {
        // Logarithms of the three means: 1, 2 and 3.
        MeanLog mean = MeanLog.of(rate(List.of(List.of(0.5 * E, 1.5 * E), List.of(E * E), List.of(E * E * E))), false);

        assertThat(mean).isNotNull();
        assertThat(mean.samples()).isEqualTo(3);
        assertThat(mean.value()).isCloseTo(2, within(1e-12));
        assertThat(mean.variance()).isCloseTo(1.0 / 3, within(1e-12));
    }

    @Test
    void aSampleIsAnIterationWhereThereIsOneJvm() {
        Rate one = rate(List.of(List.of(E, E * E, E * E * E)));

        assertThat(MeanLog.of(one, true))
                .isNotNull()
                .extracting(MeanLog::samples)
                .isEqualTo(3);
        assertThat(MeanLog.of(one, false)).isNull();
    }

    @Test
    void aRateOfZeroHasNoLogarithm() {
        assertThat(MeanLog.of(rate(List.of(List.of(0.0), List.of(1.0))), false)).isNull();
    }

    private static Rate rate(List<List<Double>> forks) {
        return Sample.rate(1, 1, null, null, forks);
    }
}
