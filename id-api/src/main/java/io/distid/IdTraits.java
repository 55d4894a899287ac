package io.distid;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A generator's claims about itself, printed by the report beside what was measured.
 *
 * <p>Making one throws {@link IllegalArgumentException} if {@code bits} is neither 63 nor 128, or the cap is below 1.
 *
 * @param strategy the name it is found by, such as {@code snowflake}
 * @param bits 63 or 128
 * @param ordering the order its ids increase in
 * @param timeSorted whether the ids of all generators together sort by time, to the accuracy of their clocks
 * @param coordination how often it has to agree with others
 * @param safety what uniqueness rests on across restarts
 * @param idsPerSecond the most ids that the format holds for one generator and second of id-time; empty if it has no such cap
 * @param endOfLife the first instant the format has no id for, or null if it does not end by time
 * @param notes sentences an operator should read before relying on it, such as what restart safety rests on
 */
public record IdTraits(
        String strategy,
        int bits,
        Ordering ordering,
        boolean timeSorted,
        Coordination coordination,
        Safety safety,
        OptionalLong idsPerSecond,
        @Nullable Instant endOfLife,
        List<String> notes) {

    public IdTraits {
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(ordering, "ordering");
        Objects.requireNonNull(coordination, "coordination");
        Objects.requireNonNull(safety, "safety");
        if (bits != 63 && bits != 128) {
            throw new IllegalArgumentException("bits must be 63 or 128: " + bits);
        }
        if (idsPerSecond.isPresent() && idsPerSecond.getAsLong() < 1) {
            throw new IllegalArgumentException("idsPerSecond must be >= 1: " + idsPerSecond.getAsLong());
        }
        notes = List.copyOf(notes);
    }
}
