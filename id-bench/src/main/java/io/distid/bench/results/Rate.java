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
 * @param lead how far the time in the ids was ahead of the clock when an iteration ended, in seconds, the greatest of all; null if
 *     no time can be read out of them
 * @param samples ids a second of each iteration, a list for each JVM, from which runs are compared
 * @param steal what the host took of the CPU time that the machine wanted while it was measured, from 0 to 1; null, and not in the file,
 *     where that cannot be told
 */
public record Rate(
        int threads,
        double opsPerSecond,
        @Nullable Double error,
        @Nullable Double lead,
        List<List<Double>> samples,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal) {

    /** What the host may take of the CPU time without a mark at the rate. */
    public static final double MOST_STEAL = 0.1;

    /** Copies the lists. */
    public Rate {
        samples = samples.stream().map(List::copyOf).toList();
    }

    /**
     * A rate of which nobody knows what the host took meanwhile.
     *
     * @param threads how many shared it
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

    /** Whether the host took so much that the rate says little; true above {@link #MOST_STEAL}. */
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
