package io.distid.bench.lab;

import io.distid.bench.machine.CpuTime;
import io.distid.bench.results.Cost;
import io.distid.bench.results.Rate;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.ListStatistics;

/** The measurements of a subject or a reference in one child JVM, with the CPU time of the machine; null if unknown. */
record MeasuredFork(List<TrialResult> samples, @Nullable CpuTime time) {
    private static final double CONFIDENCE = 0.999;

    /** The rates of single ids or of batches over some forks, one for each thread count. */
    static List<Rate> rates(List<MeasuredFork> forks, boolean batch) {
        Double steal = forks.stream()
                .map(MeasuredFork::time)
                .filter(Objects::nonNull)
                .reduce(CpuTime::plus)
                .map(CpuTime::stolenShare)
                .orElse(null);
        List<Rate> rates = new ArrayList<>();
        forks.stream()
                .flatMap(fork -> fork.samples.stream())
                .filter(sample -> sample.batch() == batch)
                .collect(Collectors.groupingBy(TrialResult::threads, TreeMap::new, Collectors.toList()))
                .forEach((threads, trials) -> rates.add(rate(threads, trials, steal)));
        return rates;
    }

    private static Rate rate(int threads, List<TrialResult> trials, @Nullable Double steal) {
        List<List<Double>> samples = trials.stream().map(TrialResult::rates).toList();
        ListStatistics statistics = new ListStatistics(samples.stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .toArray());
        double error = statistics.getMeanErrorAt(CONFIDENCE);
        Double lead = trials.stream()
                .map(TrialResult::lead)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        return new Rate(threads, statistics.getMean(), Double.isNaN(error) ? null : error, lead, samples, steal);
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
