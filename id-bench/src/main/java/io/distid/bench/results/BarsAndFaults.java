package io.distid.bench.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code results.json} holds where no comparison was run into its folder: bars, a table of faults, or both, in the same places as in {@link
 * Results}. Immutable.
 *
 * @param bars the ratios distid has set itself; empty if they were not measured
 * @param faults the table of faults, or null if none was filled
 */
public record BarsAndFaults(List<BarLine> bars, @Nullable FaultTable faults) {
    /** Neither. */
    public static final BarsAndFaults NONE = new BarsAndFaults(List.of(), null);

    /** Copies the list. In a file that was written for a table of faults alone there may be none. */
    public BarsAndFaults {
        bars = bars == null ? List.of() : List.copyOf(bars);
    }
}
