package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A throughput. Immutable.
 *
 * @param threads how many shared the generator
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

    /**
     * A rate without known steal.
     *
     * @param threads how many threads shared the generator
     * @param opsPerSecond operations a second, of all threads together
     * @param error half the width of the confidence interval, or null
     * @param lead of the time in the ids, in seconds, or null
     * @param samples of each iteration, a list for each JVM
     */
    public Rate(
            int threads,
            double opsPerSecond,
            @Nullable Double error,
            @Nullable Double lead,
            List<List<Double>> samples) {
        this(threads, opsPerSecond, error, lead, samples, null);
    }

    /** Whether the host took too much for a meaningful rate; true above {@link #MOST_STEAL}. */
    public boolean underSteal() {
        return steal != null && steal > MOST_STEAL;
    }

    /**
     * A rate without its samples.
     *
     * @param threads how many shared it
     * @param opsPerSecond operations a second, of all threads together
     * @param error half the width of the confidence interval, or null
     * @param lead of the time in the ids, in seconds, or null
     */
    public Rate(int threads, double opsPerSecond, @Nullable Double error, @Nullable Double lead) {
        this(threads, opsPerSecond, error, lead, List.of());
    }

    /**
     * A rate of something that carries no time, without its samples.
     *
     * @param threads how many shared it
     * @param opsPerSecond operations a second, of all threads together
     * @param error half the width of the confidence interval, or null
     */
    public Rate(int threads, double opsPerSecond, @Nullable Double error) {
        this(threads, opsPerSecond, error, null);
    }
}
