package io.distid.bench.lab;

import io.distid.bench.machine.CpuTime;
import io.distid.bench.results.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.ListStatistics;

/** The rates of one row or reference so far, by thread count. For use by one thread at a time. */
final class RateSamples {
    private static final double CONFIDENCE = 0.999;

    private final Map<Integer, List<List<Double>>> forks = new TreeMap<>();
    private final Map<Integer, Double> leads = new TreeMap<>();
    private final Map<Integer, CpuTime> spent = new TreeMap<>();

    /**
     * Adds one child JVM's.
     *
     * @param lead the lead in seconds, or null; the greatest is kept
     * @param time the machine's CPU time during the samples, or null if unknown
     */
    void add(int threads, List<Double> perIteration, @Nullable Double lead, @Nullable CpuTime time) {
        forks.computeIfAbsent(threads, any -> new ArrayList<>()).add(perIteration);
        if (lead != null) {
            leads.merge(threads, lead, Math::max);
        }
        if (time != null) {
            spent.merge(threads, time, CpuTime::plus);
        }
    }

    /** The rates so far, one for each thread count. */
    List<Rate> rates() {
        List<Rate> rates = new ArrayList<>();
        forks.forEach((threads, samples) -> {
            ListStatistics statistics = new ListStatistics(samples.stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .toArray());
            double error = statistics.getMeanErrorAt(CONFIDENCE);
            CpuTime time = spent.get(threads);
            rates.add(new Rate(
                    threads,
                    statistics.getMean(),
                    Double.isNaN(error) ? null : error,
                    leads.get(threads),
                    samples,
                    time == null ? null : time.stolenShare()));
        });
        return rates;
    }
}
