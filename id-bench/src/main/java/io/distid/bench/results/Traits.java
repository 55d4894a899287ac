package io.distid.bench.results;

import io.distid.IdTraits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a strategy claims of itself, as {@code results.json} has it. The order it claims stands in {@link Order}, beside the
 * order that was measured. Immutable.
 *
 * @param bits 63 or 128
 * @param timeSorted whether ids of all generators together sort by time
 * @param coordination the name of its {@link io.distid.Coordination}
 * @param safety the name of its {@link io.distid.Safety}
 * @param idsPerSecond the most that the format holds for one generator and second of id-time, or null if it has no such cap
 * @param endOfLife the first instant that the format has no id for, ISO 8601, or null if it does not end by time
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

    /** Takes over a generator's claims; {@code traits}: of a generator that was measured; the same, with names for the values of enums. */
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
