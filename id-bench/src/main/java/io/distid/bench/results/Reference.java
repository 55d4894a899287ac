package io.distid.bench.results;

import java.util.List;

/**
 * A reference for other figures. Immutable.
 *
 * @param latency the latency of single calls in each series: the cost of the machine and the timing itself
 */
public record Reference(String name, List<Rate> throughput, List<Latency> latency) {
    /** Copies the lists. */
    public Reference {
        throughput = List.copyOf(throughput);
        latency = List.copyOf(latency);
    }
}
