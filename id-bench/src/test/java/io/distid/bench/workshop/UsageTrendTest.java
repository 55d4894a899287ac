package io.distid.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.faults.node.NodeUsage;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class UsageTrendTest {
    private static final long MB = 1 << 20;

    @Test
    void whatStaysTheSameAndWhatMovesUpAndDownIsFlat() {
        assertThat(after(40, i -> new NodeUsage(10 * MB, 20, 60, 8)).growth()).isNull();
        assertThat(after(40, i -> new NodeUsage((10 + i % 7) * MB, 20 + i % 3, 60 + i % 5, 8 + i % 2))
                        .growth())
                .isNull();
    }

    @Test
    void warmingUpIsNoGrowth() {
        assertThat(after(40, i -> i < 2 ? new NodeUsage(2 * MB, 5, 20, 2) : new NodeUsage(20 * MB, 25, 70, 12))
                        .growth())
                .isNull();
    }

    @Test
    void eachGrowingFigureIsReportedWithItsMedians() {
        assertThat(after(42, i -> new NodeUsage((10 + i) * MB, 20, 60, 8)).growth())
                .isEqualTo("bytes of heap from 17301504 to 48758784");
        assertThat(after(42, i -> new NodeUsage(10 * MB, 20 + i, 60 + i, 8 + i)).growth())
                .isEqualTo("threads from 27 to 57, open files from 67 to 97, sockets from 15 to 45");
    }

    @Test
    void fewSamplesTellNothing() {
        UsageTrend trend = after(UsageTrend.FEWEST - 1, i -> new NodeUsage(10 * MB, 20L * i, 60, 8));
        assertThat(trend.hasEnoughSamples()).isFalse();
        assertThat(trend.growth()).isNull();
    }

    private static UsageTrend after(int samples, IntFunction<NodeUsage> sample) {
        UsageTrend trend = new UsageTrend();
        for (int i = 0; i < samples; i++) {
            trend.add(sample.apply(i));
        }
        return trend;
    }
}
