package io.distid.uuid;

/** The random bytes and the clocks that {@link RandomInput} is made of. Safe for use by several threads. */
interface RandomSource {

    /**
     * Bytes for a seed.
     *
     * @return {@link RandomInput#SEED_BYTES} of them, the caller's to keep
     */
    byte[] seed();

    /**
     * Bytes of the operating system, to be given out as they are.
     *
     * @return as many as asked for, as hard to guess as a seed, and as soon as can be had
     */
    byte[] systemBytes(int count);

    /** The monotonic clock, in ns. */
    long nanoTime();

    /** The clock, in epoch ms. */
    long millis();
}
