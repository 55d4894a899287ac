package io.distid.bench.results;

import io.distid.IdTraits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a strategy in {@code results.json}. The claimed order is in {@link Order}, beside the measured order.
 * Immutable.
 *
 * @param bits 63 or 128
 * @param timeSorted whether ids of all generators together sort by time
 * @param idsPerSecond the most ids of the format for one generator and second of id-time, or null without such a limit
 * @param endOfLife the first instant without an id in the format, ISO 8601, or null if it does not end by time
 * @param notes what an operator should read before relying on it
 * @see IdTraits
 */
public record Traits(
        int bits,
        boolean timeSorted,
        String coordination,
        String safety,
        @Nullable Long idsPerSecond,
        @Nullable String endOfLife,
        List<String> notes) {
    /** Copies the list. */
    public Traits {
        notes = List.copyOf(notes);
    }

    /** Copies the claims of a measured generator, with names for the values of enums. */
    public static Traits of(IdTraits traits) {
        return new Traits(
                traits.bits(),
                traits.timeSorted(),
                traits.coordination().name(),
                traits.safety().name(),
                traits.idsPerSecond().isPresent() ? traits.idsPerSecond().getAsLong() : null,
                traits.endOfLife() == null ? null : traits.endOfLife().toString(),
                traits.notes());
    }
}
