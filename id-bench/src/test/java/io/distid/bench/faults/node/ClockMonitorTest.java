package io.distid.bench.faults.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Clocks are given as ms. */
class ClockMonitorTest {
    private final ClockMonitor monitor = new ClockMonitor();

    @Test
    void aStepBackIsSeenAgainstTheMonotonicClock() {
        look(0, 10_000, 0);
        look(100, 10_100, 100);
        look(200, 5_200, 200);
        look(300, 5_300, 300);

        assertThat(monitor.seen().offset()).isEqualTo(5_000);
        assertThat(monitor.seen().lowest()).isEqualTo(5_000);
        assertThat(monitor.seen().highest()).isEqualTo(10_000);
        assertThat(monitor.seen().jumpsBack()).isEqualTo(1);
        assertThat(monitor.seen().jumpsAhead()).isZero();
    }

    @Test
    void jumpsToAndFroAreCounted() {
        for (int i = 0; i < 10; i++) {
            look(i * 100, 10_000 + i * 100 + (i % 2) * 200, i * 100);
        }

        assertThat(monitor.seen().jumpsAhead()).isEqualTo(5);
        assertThat(monitor.seen().jumpsBack()).isEqualTo(4);
    }

    @Test
    void aClockThatStandsStillIsSeen() {
        look(0, 10_000, 0);
        look(1_000, 10_000, 1_000);
        look(2_500, 10_000, 2_500);
        look(2_600, 12_600, 2_600);

        assertThat(monitor.seen().longestStill()).isEqualTo(2_500);
    }

    @Test
    void aProcessThatStandsStillIsSeenByItself() {
        look(0, 10_000, 0);
        look(3_000, 13_000, 3_000);
        look(3_005, 13_005, 3_005);

        assertThat(monitor.seen().longestPause()).isEqualTo(3_000);
        assertThat(monitor.seen().jumpsBack() + monitor.seen().jumpsAhead()).isZero();
    }

    @Test
    void aLookThatWasHeldUpProvesNothingOfTheClock() {
        look(0, 10_000, 0);
        look(5, 17_000, 7_005);
        look(7_010, 17_010, 7_010);

        assertThat(monitor.seen().highest()).isEqualTo(10_000);
        assertThat(monitor.seen().jumpsAhead()).isZero();
    }

    private void look(long before, long wall, long after) {
        monitor.look(before * 1_000_000, wall, after * 1_000_000);
    }
}
