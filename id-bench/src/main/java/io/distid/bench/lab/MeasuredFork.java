package io.distid.bench.lab;

import io.distid.bench.machine.CpuTime;
import io.distid.bench.results.Cost;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a subject in one child JVM.
 *
 * @param time the machine's CPU time during them, or null if unknown
 */
record MeasuredFork(List<TrialResult> samples, @Nullable CpuTime time) {
    /** Adds its rates to those of other forks. */
    void addTo(Map<Kind<List<Rate>>, RateSamples> rates) {
        for (TrialResult sample : samples) {
            rates.computeIfAbsent(sample.batch() ? Kind.BATCH : Kind.THROUGHPUT, any -> new RateSamples())
                    .add(sample.threads(), sample.rates(), sample.lead(), time);
        }
    }

    /** The cost of an id: the mean over some forks, with the fewest threads. A figure is null if any fork lacks it. */
    static Cost cost(List<MeasuredFork> forks) {
        return new Cost(mean(forks, Figure.CPU_NANOS), mean(forks, Figure.BYTES));
    }

    private static @Nullable Double mean(List<MeasuredFork> forks, Figure figure) {
        return forks.stream().allMatch(fork -> fork.samples.get(0).figures().containsKey(figure))
                ? forks.stream()
                        .mapToDouble(fork -> fork.samples.get(0).of(figure))
                        .average()
                        .orElseThrow()
                : null;
    }
}
