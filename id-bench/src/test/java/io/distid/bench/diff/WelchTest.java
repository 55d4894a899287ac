package io.distid.bench.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WelchTest {
    @Test
    void agreesWithATextbook() {
        // t = 2.0, 10 degrees of freedom in all: 0.0734 by the tables of Student's distribution.
        MeanLog a = new MeanLog(0, 0.5, 6);
        MeanLog b = new MeanLog(2, 0.5, 6);

        assertThat(Welch.p(2, List.of(a, b))).isCloseTo(0.0734, within(0.0001));
    }

    @Test
    void meansWithoutSpreadAreEqualOrNot() {
        MeanLog exact = new MeanLog(1, 0, 3);

        assertThat(Welch.p(0, List.of(exact, exact))).isEqualTo(1);
        assertThat(Welch.p(0.1, List.of(exact, exact))).isZero();
    }

    @Test
    void noDifferenceIsCalledOneAsOftenAsTheLevelSays() {
        Random random = new Random(42);
        int rounds = 4000;
        int alarms = 0;
        for (int round = 0; round < rounds; round++) {
            MeanLog a = sample(random, 5, 1);
            MeanLog b = sample(random, 5, 3);
            if (Welch.p(a.value() - b.value(), List.of(a, b)) < 0.05) {
                alarms++;
            }
        }
        assertThat((double) alarms / rounds).isBetween(0.035, 0.065);
    }

    private static MeanLog sample(Random random, int n, double deviation) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double value = deviation * random.nextGaussian();
            sum += value;
            squares += value * value;
        }
        double mean = sum / n;
        return new MeanLog(mean, (squares - n * mean * mean) / (n - 1) / n, n);
    }

    @Test
    void holmRaisesTheSmallestMostAndKeepsTheOrder() {
        assertThat(Welch.holm(new double[] {0.01, 0.04, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
        assertThat(Welch.holm(new double[] {0.9, 0.8})).containsExactly(1, 1);
        assertThat(Welch.holm(new double[0])).isEmpty();
    }
}
