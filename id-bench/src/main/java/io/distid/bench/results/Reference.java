package io.distid.bench.results;

import java.util.List;

/**
 * What others are read beside. Immutable.
 *
 * @param name what was called
 * @param throughput one entry per thread count
 * @param latency how long single calls took, at each way they were made: what the machine and the timing itself take
 */
public record Reference(String name, List<Rate> throughput, List<Latency> latency) {
    /** Copies the lists. */
    public Reference {
        throughput = List.copyOf(throughput);
        latency = List.copyOf(latency);
    }

    /**
     * A reference of rates alone.
     *
     * @param name what was called
     * @param throughput one entry per thread count
     */
    public Reference(String name, List<Rate> throughput) {
        this(name, throughput, List.of());
    }
}
