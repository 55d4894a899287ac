package io.distid.bench.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One strategy's or peer's results; what was not measured is empty or null.
 *
 * @param name what the report calls it: a strategy, or one with options, or a peer
 * @param origin whose code it is, and how it was set up
 * @param server product, version and origin of the server it ran on, or null if it needs none
 * @param status how it went
 * @param reason why it was skipped or failed, or null
 * @param throughput single ids, one entry per thread count
 * @param batch ids taken by the batch, one entry per thread count
 * @param cost what an id costs the process
 * @param latency how long single calls take, at each way they were made
 * @param traffic what an id costs the server, and what is lost
 * @param startUp how long the first id takes
 * @param uniqueness what the check for equal ids found within one process
 * @param fleet what the merged ids of several processes showed
 * @param ordering what the check of the order found
 * @param traits what else it claims of itself
 * @param shape what the checked ids look like as numbers
 * @param exposure what an outsider learns from a few ids
 * @param locality what they do to a table whose primary key they are
 */
public record Row(
        String name,
        Origin origin,
        @Nullable String server,
        Status status,
        @Nullable String reason,
        List<Rate> throughput,
        List<Rate> batch,
        @Nullable Cost cost,
        List<Latency> latency,
        @Nullable Traffic traffic,
        @Nullable StartUp startUp,
        @Nullable Uniqueness uniqueness,
        @Nullable Fleet fleet,
        @Nullable Order ordering,
        @Nullable Traits traits,
        @Nullable Shape shape,
        @Nullable Exposure exposure,
        @Nullable Locality locality) {

    /** How it went. Written in lower case, as JSON has it. */
    public enum Status {
        /** All of it was measured and every claim held. */
        measured,
        /** What it needs could not be had here. */
        skipped,
        /** It threw, gave out an id twice, or broke the order it claims. */
        failed
    }

    /** Copies the lists. */
    public Row {
        throughput = List.copyOf(throughput);
        batch = List.copyOf(batch);
        latency = List.copyOf(latency);
    }

    /**
     * A row of a strategy with its defaults, of which the least was measured.
     *
     * @param name the strategy
     * @param server the server it ran on, or null
     * @param status how it went
     * @param reason why it was skipped or failed, or null
     * @param throughput single ids, one entry per thread count
     * @param uniqueness what the check for equal ids found
     * @param ordering what the check of the order found
     * @param traits what else it claims of itself
     * @param shape what the checked ids look like as numbers
     */
    public Row(
            String name,
            @Nullable String server,
            Status status,
            @Nullable String reason,
            List<Rate> throughput,
            @Nullable Uniqueness uniqueness,
            @Nullable Order ordering,
            @Nullable Traits traits,
            @Nullable Shape shape) {
        this(
                name,
                new Origin(null, name, ""),
                server,
                status,
                reason,
                throughput,
                List.of(),
                null,
                List.of(),
                null,
                null,
                uniqueness,
                null,
                ordering,
                traits,
                shape,
                null,
                null);
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
     * A row of a table alone.
     *
     * @param name what its key is
     * @param locality what was measured of it
     * @return a row that claims nothing
     */
    static Row keyed(String name, Locality locality) {
        return new Row(
                name,
                new Origin(null, name, ""),
                null,
                Status.measured,
                null,
                List.of(),
                List.of(),
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                locality);
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
