package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The results of a strategy or a peer. Immutable.
 *
 * @param name the name in the report: a strategy, a strategy with options, or a peer
 * @param origin the origin of the code, and its settings
 * @param server product, version and origin of its server, or null if it needs none
 */
public record Row(
        String name,
        Origin origin,
        @Nullable String server,
        Status status,
        @Nullable String reason,
        @JsonIgnore Measurements measurements) {

    /** How it went. Written in lower case, as in JSON. Immutable. */
    public enum Status {
        /** Measured, and every claim held. */
        measured,
        /** Its server or another requirement is missing here. */
        skipped,
        /** It threw an exception, issued an id twice, or broke its claimed order. */
        failed,
        /** It issued fewer ids than {@link LeastIds} needs, so a check has no verdict. Its other figures are valid. */
        notShown;

        /** The words, also in JSON. */
        @Override
        public String toString() {
            return this == notShown ? "not shown" : name();
        }
    }

    /** Reads a row. Measurements are beside its other properties. */
    @JsonCreator
    static Row read(
            @JsonProperty("name") String name,
            @JsonProperty("origin") Origin origin,
            @JsonProperty("server") @Nullable String server,
            @JsonProperty("status") Status status,
            @JsonProperty("reason") @Nullable String reason,
            @JsonAnySetter Map<String, JsonNode> measurements) {
        return new Row(name, origin, server, status, reason, Measurements.read(measurements));
    }

    /** Writes measurements beside the other properties. */
    @JsonAnyGetter
    Map<String, @Nullable Object> byKey() {
        return measurements.byKey();
    }

    /** A row that claims nothing and names no origin but itself. */
    private static Row of(String name, Measurements measurements) {
        return new Row(name, new Origin(null, name, ""), null, Status.measured, null, measurements);
    }

    /** A row of rates alone: a row that claims nothing. */
    public static Row of(Reference reference) {
        return of(reference.name(), Measurements.NONE.with(Kind.THROUGHPUT, reference.throughput()));
    }

    /** A row of a table alone. */
    public static Row keyed(String name, Locality locality) {
        return of(name, Measurements.NONE.with(Kind.LOCALITY, locality));
    }

    /** The measurement of a kind; an empty list or null if it was not measured. */
    public <T> @Nullable T get(Kind<T> kind) {
        return measurements.get(kind);
    }

    /** The rates of single ids or of batches, one entry per thread count; empty if they were not measured. */
    public List<Rate> rates(Kind<List<Rate>> kind) {
        return Objects.requireNonNull(get(kind));
    }

    /** Whether it has figures; false if there is only a reason. */
    public boolean hasFigures() {
        return get(Kind.UNIQUENESS) != null || !rates(Kind.THROUGHPUT).isEmpty();
    }

    /** The rate of single ids at a thread count: the rate, or null if it was not measured. */
    public @Nullable Rate at(int threads) {
        return Rate.at(threads, rates(Kind.THROUGHPUT));
    }
}
