package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a figure came to at one size. Immutable.
 *
 * @param size how many there were of what grows, 1 or more
 * @param value the figure, in the unit of its curve; of several rounds the median
 * @param steal what the host took of the CPU time that the machine wanted meanwhile, from 0 to 1, of the round of which it took most; null, and
 *     not in the file, where that cannot be told
 * @param rounds of how many rounds it is the median; null, and not in the file, if it is of one
 */
public record ScalePoint(
        long size,
        double value,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer rounds) {
    /**
     * A point of one round, of which nobody knows what the host took meanwhile.
     *
     * @param size how many there were of what grows
     * @param value the figure
     */
    public ScalePoint(long size, double value) {
        this(size, value, null, null);
    }

    /** Whether the host took so much that the figure says little; true above {@link Rate#MOST_STEAL}. */
    public boolean underSteal() {
        return steal != null && steal > Rate.MOST_STEAL;
    }
}
