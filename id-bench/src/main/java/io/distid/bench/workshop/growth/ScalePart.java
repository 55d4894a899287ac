package io.distid.bench.workshop.growth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What is measured at growing sizes. Immutable. */
public enum ScalePart {
    /** Tags of one object that gives ids out of segments. */
    TAGS,
    /** Worker ids that one process holds. */
    LEASES;

    /** What it is asked for by, and what its curves name as their part: such as {@code tags}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The part that is asked for by a word; {@code words}: as {@link #words()} has it; empty if there is none. */
    public static Optional<ScalePart> of(String words) {
        return Arrays.stream(values())
                .filter(part -> part.words().equals(words))
                .findFirst();
    }
}
