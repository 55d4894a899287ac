package io.distid.bench.faults;

import io.distid.Safety;
import java.util.Set;

/** What uniqueness may rest on, in the words of {@link Safety}. A fault that takes none of those away that a claim names must not make an id repeat. */
enum Premise {
    CLOCK_KEEPS("the clock not stepping back while the process is down"),
    OWN_WORKER_ID("the operator giving each node its own worker id"),
    STORE("a bound or a counter in a store");

    private final String words;

    Premise(String words) {
        this.words = words;
    }

    /** What a claim rests on. */
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
