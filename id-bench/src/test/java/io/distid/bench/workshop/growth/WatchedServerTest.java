package io.distid.bench.workshop.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchedServerTest {
    private static final WatchedServer.Load IDLE = load(30, 2, 1e6);

    @Test
    void aRenewalCostsWhatTheServerDoesBeyondWhatItDoesAnyhow() {
        Map<ScaleFigure, Double> each = load(30, 302, 61e6).less(IDLE, 100);
        assertThat(each.get(ScaleFigure.RENEWAL_REQUESTS)).isEqualTo(3, within(1e-9));
        assertThat(each.get(ScaleFigure.RENEWAL_CPU)).isEqualTo(600_000, within(1e-6));
    }

    /** It was told as 67.6 ns once, of what rounding had left. */
    @Test
    void cpuOfLessThanAStepOfTheClockIsNotReported() {
        assertThat(load(5, 2, 2.9e6).less(IDLE, 1)).doesNotContainKey(ScaleFigure.RENEWAL_CPU);
        assertThat(load(5, 2, 0).less(IDLE, 1)).doesNotContainKey(ScaleFigure.RENEWAL_CPU);
        assertThat(load(5, 2, 3.1e6).less(IDLE, 1)).containsKey(ScaleFigure.RENEWAL_CPU);
    }

    @Test
    void cpuOfARemoteServerIsUnknown() {
        WatchedServer.Load elsewhere = new WatchedServer.Load(Map.of(), 30, 200, Double.NaN);
        assertThat(elsewhere.less(elsewhere, 100)).containsOnlyKeys(ScaleFigure.RENEWAL_REQUESTS);
    }

    /** PostgreSQL has a process for each connection. */
    @Test
    void cpuOfAServerIsThatOfAllItsProcesses() throws IOException {
        String inner = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done; sleep 60";
        Process outer = new ProcessBuilder("sh", "-c", "sh -c '" + inner + "'; true").start();
        try (BufferedReader output = outer.inputReader()) {
            assertThat(output.readLine()).isEqualTo("done");
            double outerAlone = outer.info().totalCpuDuration().orElseThrow().toNanos();
            assertThat(WatchedServer.cpuNanos(outer.toHandle())).isGreaterThan(outerAlone + 20e6);
        } finally {
            outer.descendants().forEach(ProcessHandle::destroy);
            outer.destroy();
        }
    }

    private static WatchedServer.Load load(double seconds, double requests, double cpuNanos) {
        return new WatchedServer.Load(Map.of(), seconds, requests, cpuNanos);
    }
}
