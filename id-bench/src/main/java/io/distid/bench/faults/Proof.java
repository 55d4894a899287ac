package io.distid.bench.faults;

import org.jspecify.annotations.Nullable;

/**
 * Whether a fault happened.
 *
 * @param shown whether it did
 * @param words what was seen
 * @param contradiction what was seen that no subject of ours may do, or null
 */
record Proof(boolean shown, String words, @Nullable String contradiction) {
    Proof(boolean shown, String words) {
        this(shown, words, null);
    }
}
