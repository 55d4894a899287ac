package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Latency;
import io.distid.bench.results.Median;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentilesTest {
    /** Calls of 1, 2, 3 and so on, microseconds, in a second. */
    private static TimedCalls upTo(int count) {
        Histogram histogram = TimedCalls.emptyHistogram();
        for (int micros = 1; micros <= count; micros++) {
            histogram.recordValue(micros * 1_000L);
        }
        return new TimedCalls(histogram, count, 1_000_000_000);
    }

    @Test
    void percentilesAreThoseOfTheCallsToThreeDigits() {
        Latency latency = upTo(100_000).latency(123.0);

        assertThat(latency.arrivals()).isEqualTo(123.0);
        assertThat(latency.reached()).isEqualTo(100_000);
        assertThat(latency.threads()).isEqualTo(1);
        assertThat(latency.samples()).isEqualTo(100_000);
        assertThat((double) latency.p50()).isBetween(50_000e3 * 0.999, 50_000e3 * 1.001);
        assertThat((double) latency.p90()).isBetween(90_000e3 * 0.999, 90_000e3 * 1.001);
        assertThat((double) latency.p99()).isBetween(99_000e3 * 0.999, 99_000e3 * 1.001);
        assertThat((double) latency.p999()).isBetween(99_900e3 * 0.999, 99_900e3 * 1.001);
        assertThat((double) latency.p9999()).isBetween(99_990e3 * 0.999, 99_990e3 * 1.001);
        assertThat((double) latency.max()).isBetween(100_000e3 * 0.999, 100_000e3 * 1.001);
    }

    @Test
    void aPercentileAboveWhichFewerThanTenCallsLieIsNotReported() {
        assertThat(TimedCalls.needed(99)).isEqualTo(1_000);
        assertThat(upTo(10_000).latency(null).p999()).isNotNull();
        assertThat(upTo(9_999).latency(null).p999()).isNull();
        assertThat(upTo(99_999).latency(null).p999()).isNotNull();
        assertThat(upTo(99_999).latency(null).p9999()).isNull();
    }

    @Test
    void arrivalsAreAtMostHalfOfWhatWasReachedFlatOut() {
        assertThat(LatencyMeasurement.arrivals(30e6)).isEqualTo(400_000);
        assertThat(LatencyMeasurement.arrivals(25_600)).isEqualTo(12_000);
        assertThat(LatencyMeasurement.arrivals(5_321)).isEqualTo(2_600);
        assertThat(LatencyMeasurement.arrivals(19)).isEqualTo(9.5);
    }

    @Test
    void medianIsTheMiddle() {
        assertThat(Median.of(List.of(9.0))).isEqualTo(9);
        assertThat(Median.of(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Median.of(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3);
    }

    @Test
    void burnedIsWhatWasTakenAndNotIssued() {
        assertThat(RoundTripCount.burned(1, 2_001, 2_000)).isZero();
        assertThat(RoundTripCount.burned(1, 4_001, 2_500)).isEqualTo(1_500);
        assertThat(RoundTripCount.burned(1, 100, 2_500)).isNull();
    }
}
