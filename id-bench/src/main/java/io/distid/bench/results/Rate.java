package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A throughput. Immutable.
 *
 * @param opsPerSecond ids a second, of all threads together
 * @param error half the width of the 99.9 % confidence interval, in ids a second; null if there are too few iterations for one
 * @param lead the greatest lead at the end of an iteration, in seconds; null if ids have no readable time
 * @param samples ids a second of each iteration, a list for each JVM, for comparing runs
 * @param steal the share of the wanted CPU time that the host took, from 0 to 1; null, and not in the file, if unknown
 */
public record Rate(
        int threads,
        double opsPerSecond,
        @Nullable Double error,
        @Nullable Double lead,
        List<List<Double>> samples,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal) {

    /** The share of the CPU time that the host may take before the rate is marked. */
    public static final double MOST_STEAL = 0.1;

    /** Copies the lists. */
    public Rate {
        samples = samples.stream().map(List::copyOf).toList();
    }

    /** The rate at a thread count, or null if it was not measured. */
    public static @Nullable Rate at(int threads, List<Rate> rates) {
        return rates.stream()
                .filter(rate -> rate.threads == threads)
                .findFirst()
                .orElse(null);
    }

    /** Whether the host took too much for a meaningful rate; true above {@link #MOST_STEAL}. */
    public boolean underSteal() {
        return steal != null && steal > MOST_STEAL;
    }
}
