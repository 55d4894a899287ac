package io.distid.uuid;

/** Random 64-bit words: unguessable, but for those of {@link FastWords}. */
interface RandomWords {

    /** The next word: uniform, and, unless the words are fast ones, independent of all others to anyone who does not know the state. */
    long next();

    /**
     * Sets pairs of elements to the halves of UUIDs of version 7 with one upper half: as many as there are words in hand, at least one.
     *
     * @param to the array
     * @param from the first index, inclusive
     * @param end the last index, exclusive: an even number of elements from there, at least two
     * @param high the first of each pair
     * @param low the second of the first pair, with 0 where its random bits come; that of each further one counts up above them, and must not run out of
     *     the bits that are there
     * @return how many pairs, each of which took a word
     */
    int fill(long[] to, int from, int end, long high, long low);

    /** The next word, after a look at the clocks: of a new seed if the one at hand is too old. For what is drawn once a ms. */
    long fresh();
}
