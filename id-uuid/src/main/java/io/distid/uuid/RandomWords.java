package io.distid.uuid;

/** Random 64-bit words: unguessable, but for those of {@link FastWordSource}. */
interface RandomWords {

    /** The next word: uniform, and, unless the source is the fast one, independent of all others to anyone who does not know its state. */
    long next();

    /**
     * Sets pairs of elements: the first of each to the same value, the second to a number that counts up, with the upper bits of a word of
     * its own below it.
     *
     * @param to the array
     * @param from the first index, inclusive
     * @param end the last index, exclusive: an even number of elements from there
     * @param high the first of each pair
     * @param low the first number, shifted to its place: the bits below it are 0
     * @param bits how many are below it, from 1 to 63
     */
    void fill(long[] to, int from, int end, long high, long low, int bits);

    /** The next word, after a look at the clocks: of a new seed if the one at hand is too old. For what is drawn once a ms. */
    long fresh();

    /** Has the next word be of a new seed, since the process may have been copied. Called by any thread. */
    void expire();
}
