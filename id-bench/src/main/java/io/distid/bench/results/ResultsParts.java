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
public record ResultsParts(List<BarLine> bars, @Nullable FaultTable faults) {
    /** Neither. */
    public static final ResultsParts NONE = new ResultsParts(List.of(), null);

    /** Copies the list. In a file that was written for a table of faults alone there may be none. */
    public ResultsParts {
        bars = bars == null ? List.of() : List.copyOf(bars);
    }
}
