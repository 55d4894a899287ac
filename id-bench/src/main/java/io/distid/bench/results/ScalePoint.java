package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A figure at one size. Immutable.
 *
 * @param size the size, 1 or more
 * @param value the figure, in the unit of its curve; the median of several rounds
 * @param steal the largest share of the wanted CPU time that the host took in a round, 0 to 1; null, and not in the
 *     file, if unknown
 * @param rounds the number of rounds; null, and not in the file, if there was one
 */
public record ScalePoint(
        long size,
        double value,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer rounds) {
    /** Whether the host took too much for a meaningful figure; true above {@link Rate#MOST_STEAL}. */
    public boolean underSteal() {
        return steal != null && steal > Rate.MOST_STEAL;
    }
}
