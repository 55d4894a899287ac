package io.distid.bench.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Rate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StolenChangeTest {
    private static final double TOLERANCE = 0.02;

    @Test
    void aChangeThatGoesAwayWithWhatTheHostTookIsExplained() {
        assertThat(explains(0.08, 0.0, -0.08)).isTrue();
        assertThat(explains(0.08, 0.0, -0.15)).isFalse();
        assertThat(explains(0.0, 0.08, 0.08)).isTrue();
        assertThat(explains(0.0, 0.08, 0.15)).isFalse();
    }

    @Test
    void whatTheHostTookOfTheOtherRunExplainsNoChangeInThatDirection() {
        assertThat(explains(0.0, 0.08, -0.08)).isFalse();
        assertThat(explains(0.08, 0.0, 0.08)).isFalse();
    }

    @Test
    void nothingIsSaidOfRatesUnderStealAndAllOfThoseWhereItIsUnknown() {
        assertThat(explains(0.2, 0.0, -0.9)).isTrue();
        assertThat(explains(0.0, 0.2, -0.9)).isTrue();
        assertThat(explains(null, null, -0.05)).isFalse();
    }

    @Test
    void referencesOfAnotherMachineCountTheOtherWayRound() {
        Rate calm = rate(0.0);
        // The change is of new over old times old reference over new reference.
        assertThat(StolenChange.explains(List.of(calm, calm, rate(0.08), calm), -0.08, TOLERANCE))
                .isTrue();
        assertThat(StolenChange.explains(List.of(calm, calm, calm, rate(0.08)), -0.08, TOLERANCE))
                .isFalse();
    }

    private static boolean explains(@Nullable Double now, @Nullable Double old, double change) {
        return StolenChange.explains(List.of(rate(now), rate(old)), change, TOLERANCE);
    }

    private static Rate rate(@Nullable Double steal) {
        return new Rate(1, 1e6, null, null, List.of(), steal);
    }
}
