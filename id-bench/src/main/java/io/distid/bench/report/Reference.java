package io.distid.bench.report;

import java.util.List;

/**
 * A rate that others are read as a ratio to.
 *
 * @param name what was called
 * @param throughput one entry per thread count
 */
public record Reference(String name, List<Rate> throughput) {
    /** Copies the list. */
    public Reference {
        throughput = List.copyOf(throughput);
    }
}
