package io.distid.bench.faults;

/**
 * Whether a fault happened.
 *
 * @param shown whether it did
 * @param words what was seen
 */
record Proof(boolean shown, String words) {}
