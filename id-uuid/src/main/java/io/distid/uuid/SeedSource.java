package io.distid.uuid;

/** What {@link Seeds} are made of. Safe for use by several threads. */
interface SeedSource {

    /**
     * Bytes for a seed.
     *
     * @return {@link Seeds#BYTES} of them, the caller's to keep
     */
    byte[] seed();

    /**
     * Bytes that are given out as they are.
     *
     * @return as many as asked for, as hard to guess as a seed, and as soon as can be had
     */
    byte[] plain(int count);

    /** The monotonic clock, in ns. */
    long nanoTime();

    /** The clock, in epoch ms. */
    long millis();
}
