package io.distid;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A generator's claims about itself, printed by the report beside what was measured.
 *
 * <p>Strategies use {@link #builder(String)}, so that a trait added later breaks no strategy. Making one throws {@link IllegalArgumentException} if
 * {@code bits} is neither from 1 to 63 nor 128, or the cap is below 1. Immutable.
 *
 * @param strategy the name it is found by, such as {@code snowflake}
 * @param bits how many bits an id may use: 128 for a UUID; 53 where a layout keeps to the integers of JavaScript; else mostly 63
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
        if (bits < 1 || bits > 63 && bits != 128) {
            throw new IllegalArgumentException("bits must be from 1 to 63, or 128: " + bits);
        }
        if (idsPerSecond.isPresent() && idsPerSecond.getAsLong() < 1) {
            throw new IllegalArgumentException("idsPerSecond must be >= 1: " + idsPerSecond.getAsLong());
        }
        notes = List.copyOf(notes);
    }

    /**
     * A builder for strategies, which claim what is true of them.
     *
     * @param strategy the name it is found by
     * @return claiming nothing yet: 63 bits, no order, not sorted by time, no coordination, safety by the clock, neither cap nor end
     */
    public static Builder builder(String strategy) {
        return new Builder(strategy);
    }

    /** Collects the claims. For one thread. */
    public static final class Builder {
        private final String strategy;
        private int bits = 63;
        private Ordering ordering = Ordering.NONE;
        private boolean timeSorted;
        private Coordination coordination = Coordination.NONE;
        private Safety safety = Safety.CLOCK;
        private OptionalLong idsPerSecond = OptionalLong.empty();
        private @Nullable Instant endOfLife;
        private List<String> notes = List.of();

        private Builder(String strategy) {
            this.strategy = strategy;
        }

        /** Sets how many bits an id may use: from 1 to 63, or 128. */
        public Builder bits(int value) {
            bits = value;
            return this;
        }

        /** Sets the order that ids increase in. */
        public Builder ordering(Ordering value) {
            ordering = value;
            return this;
        }

        /** Sets whether the ids of all generators together sort by time. */
        public Builder timeSorted(boolean value) {
            timeSorted = value;
            return this;
        }

        /** Sets how often the generator has to agree with others. */
        public Builder coordination(Coordination value) {
            coordination = value;
            return this;
        }

        /** Sets what uniqueness rests on across restarts. */
        public Builder safety(Safety value) {
            safety = value;
            return this;
        }

        /** Sets the most ids that the format holds for one generator and second of id-time: at least 1. */
        public Builder idsPerSecond(long value) {
            idsPerSecond = OptionalLong.of(value);
            return this;
        }

        /** Sets the first instant that the format has no id for: the end, or null if there is none. */
        public Builder endOfLife(@Nullable Instant value) {
            endOfLife = value;
            return this;
        }

        /** Sets what an operator should read first, in sentences. */
        public Builder notes(List<String> value) {
            notes = value;
            return this;
        }

        /**
         * Makes the claims.
         *
         * @throws IllegalArgumentException if bits or cap are out of range
         */
        public IdTraits build() {
            return new IdTraits(
                    strategy, bits, ordering, timeSorted, coordination, safety, idsPerSecond, endOfLife, notes);
        }
    }
}
