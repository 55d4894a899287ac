package io.distid.bench.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code results.json} without a comparison. It has bars, a table of faults, or both, in the same places
 * as in {@link Results}. Immutable.
 *
 * @param bars the ratios to peers that distid has set itself; empty if they were not measured
 * @param faults the table of faults, or null if none was filled
 */
public record BarsAndFaults(List<BarLine> bars, @Nullable FaultTable faults) {
    /** Neither. */
    public static final BarsAndFaults NONE = new BarsAndFaults(List.of(), null);

    /** Copies the list. A file that has only a table of faults may have no list. */
    public BarsAndFaults {
        bars = bars == null ? List.of() : List.copyOf(bars);
    }
}
