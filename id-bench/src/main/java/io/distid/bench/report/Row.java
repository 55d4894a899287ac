package io.distid.bench.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One strategy's results; what was not measured is empty or null.
 *
 * @param name the strategy
 * @param server product, version and origin of the server it ran on, or null if it needs none
 * @param status how it went
 * @param reason why it was skipped or failed, or null
 * @param throughput one entry per thread count
 * @param uniqueness what the check for equal ids found
 * @param ordering what the check of the order found
 * @param traits what else it claims of itself
 * @param shape what the checked ids look like as numbers
 */
public record Row(
        String name,
        @Nullable String server,
        Status status,
        @Nullable String reason,
        List<Rate> throughput,
        @Nullable Uniqueness uniqueness,
        @Nullable Order ordering,
        @Nullable Traits traits,
        @Nullable Shape shape) {

    /** How it went. Written in lower case, as JSON has it. */
    public enum Status {
        /** All of it was measured and every claim held. */
        measured,
        /** What it needs could not be had here. */
        skipped,
        /** It threw, gave out an id twice, or broke the order it claims. */
        failed
    }

    /** Copies the list. */
    public Row {
        throughput = List.copyOf(throughput);
    }

    /**
     * A row of rates alone.
     *
     * @param reference what was called
     * @return a row that claims nothing
     */
    static Row of(Reference reference) {
        return new Row(reference.name(), null, Status.measured, null, reference.throughput(), null, null, null, null);
    }

    /**
     * Whether anything of it was measured.
     *
     * @return false if there is only a reason
     */
    public boolean hasFigures() {
        return uniqueness != null || !throughput.isEmpty();
    }

    /**
     * The rate at a thread count.
     *
     * @param threads how many
     * @return the rate, or null if it was not measured
     */
    public @Nullable Rate at(int threads) {
        return throughput.stream()
                .filter(rate -> rate.threads() == threads)
                .findFirst()
                .orElse(null);
    }
}
