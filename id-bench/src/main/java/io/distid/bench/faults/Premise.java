package io.distid.bench.faults;

import io.distid.Safety;
import java.util.Set;

/**
 * The premises of uniqueness, by {@link Safety}. A claim names some of them. A fault that takes none of these away must
 * not make an id repeat. Immutable.
 */
public enum Premise {
    CLOCK_KEEPS("the clock not stepping back while the process is down"),
    OWN_WORKER_ID("the operator giving each node its own worker id"),
    STORE("a bound or a counter in a store");

    private final String words;

    Premise(String words) {
        this.words = words;
    }

    /** The premises of a claim. */
    static Set<Premise> of(Safety safety) {
        return switch (safety) {
            case CLOCK -> Set.of(CLOCK_KEEPS, OWN_WORKER_ID);
            case STORED -> Set.of(STORE);
            case RANDOM -> Set.of();
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
