package io.distid.uuid;

/** Random 64-bit words. They are unguessable, except those of {@link FastWords}. */
interface RandomWords {

    /** The next word. It is uniform. Without the state, it cannot be predicted from other words, except those of {@link FastWords}. */
    long next();

    /**
     * Writes UUIDs of version 7 that share their upper half: as many as there are words in hand, at least one.
     *
     * @param end the last index, exclusive; an even number of elements above {@code from}, at least two
     * @param low the lower half of the first UUID, with 0 for its random bits. The caller makes sure that the count above them does not overflow.
     * @return how many UUIDs were written, with one word each
     */
    int fill(long[] to, int from, int end, long high, long low);

    /** The next word, after a look at the clocks: from a new seed if the current seed is too old. For words that are drawn once a ms. */
    long fresh();
}
