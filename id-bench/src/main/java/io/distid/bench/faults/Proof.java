package io.distid.bench.faults;

import org.jspecify.annotations.Nullable;

/**
 * The proof that a fault happened. Immutable.
 *
 * @param shown whether it is shown
 * @param words the observations
 * @param contradiction an observation that contradicts distid's claims, or null
 */
public record Proof(boolean shown, String words, @Nullable String contradiction) {
    public Proof(boolean shown, String words) {
        this(shown, words, null);
    }
}
