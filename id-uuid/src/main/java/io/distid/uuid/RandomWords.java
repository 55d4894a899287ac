package io.distid.uuid;

/** Unguessable 64-bit words. */
abstract class RandomWords {

    /** The next word: uniform, and independent of all others to anyone who does not know the source's state. */
    abstract long next();

    /**
     * Gives every second element the upper bits of a word of its own, as its lower bits, which must be 0.
     *
     * @param to the array
     * @param from the first such element
     * @param end where to stop, exclusive
     * @param bits how many, from 1 to 64
     */
    abstract void fillLowBits(long[] to, int from, int end, int bits);

    /** The next word, after a look at the clocks: of a new seed if the one at hand is too old. For what is drawn once a ms. */
    abstract long fresh();

    /** Has the next word be of a new seed, since the process may have been copied. Called by any thread. */
    abstract void expire();
}
