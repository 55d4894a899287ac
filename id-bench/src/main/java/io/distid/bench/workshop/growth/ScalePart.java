package io.distid.bench.workshop.growth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The parts that are measured at growing sizes. Immutable. */
public enum ScalePart {
    /** Tags of one object that issues ids from segments. */
    TAGS,
    /** Worker ids of a single process. */
    LEASES;

    /** The word on the command line and in curves, such as {@code tags}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The part of a word; {@code words}: as in {@link #words()}; empty if there is none. */
    public static Optional<ScalePart> of(String words) {
        return Arrays.stream(values())
                .filter(part -> part.words().equals(words))
                .findFirst();
    }
}
