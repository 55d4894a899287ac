package io.distid.bench.workshop.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WatchedServerTest {
    private static final WatchedServer.Load IDLE = load(30, 2, 1e6);

    @Test
    void aRenewalCostsWhatTheServerDoesBeyondWhatItDoesAnyhow() {
        TrialFigures each = load(30, 302, 61e6).less(IDLE, 100);
        assertThat(each.all().get(ScaleFigure.RENEWAL_REQUESTS)).isEqualTo(3, within(1e-9));
        assertThat(each.all().get(ScaleFigure.RENEWAL_CPU)).isEqualTo(600_000, within(1e-6));
    }

    /** It was told as 67.6 ns once, of what rounding had left. */
    @Test
    void cpuOfLessThanAStepOfTheClockIsNotReported() {
        assertThat(load(5, 2, 2.9e6).less(IDLE, 1).all()).doesNotContainKey(ScaleFigure.RENEWAL_CPU);
        assertThat(load(5, 2, 0).less(IDLE, 1).all()).doesNotContainKey(ScaleFigure.RENEWAL_CPU);
        assertThat(load(5, 2, 3.1e6).less(IDLE, 1).all()).containsKey(ScaleFigure.RENEWAL_CPU);
    }

    @Test
    void cpuOfARemoteServerIsUnknown() {
        WatchedServer.Load elsewhere = new WatchedServer.Load(new TrialFigures(), 30, 200, OptionalDouble.empty());
        assertThat(elsewhere.less(elsewhere, 100).all()).containsOnlyKeys(ScaleFigure.RENEWAL_REQUESTS);
    }

    private static WatchedServer.Load load(double seconds, double requests, double cpuNanos) {
        return new WatchedServer.Load(new TrialFigures(), seconds, requests, OptionalDouble.of(cpuNanos));
    }
}
