package io.distid.bench.lab;

import io.distid.bench.results.Cost;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What one child JVM has shown of a subject.
 *
 * @param samples of each of its measurements, single ids with the fewest threads first
 * @param time the machine's CPU time meanwhile, or null where it cannot be told
 */
record MeasuredFork(List<TrialResult> samples, @Nullable CpuTime time) {
    /** Adds its rates to those of other forks. */
    void addTo(Map<Kind<List<Rate>>, RateSamples> rates) {
        for (TrialResult sample : samples) {
            rates.computeIfAbsent(sample.batch() ? Kind.BATCH : Kind.THROUGHPUT, any -> new RateSamples())
                    .add(sample.threads(), sample.rates(), sample.lead(), time);
        }
    }

    /** What an id costs: the mean over some forks, with the fewest threads. What one of them does not tell is null, and not the mean of the others. */
    static Cost cost(List<MeasuredFork> forks) {
        return new Cost(mean(forks, Figure.CPU_NANOS), mean(forks, Figure.BYTES));
    }

    private static @Nullable Double mean(List<MeasuredFork> forks, Figure figure) {
        List<OptionalDouble> found =
                forks.stream().map(fork -> fork.samples.get(0).find(figure)).toList();
        return found.stream().allMatch(OptionalDouble::isPresent)
                ? found.stream()
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .average()
                        .orElseThrow()
                : null;
    }
}
