package io.distid.uuid;

/** Where a {@link WordBlock} has its words from. Used by the thread of the block alone, but for {@link #expire}. */
interface WordSource {

    /** The most words of a block. */
    int longestBlock();

    /** Puts words into the front of a block, and tells how many: at least 1. */
    int fill(long[] block);

    /** Whether the words that were put into a block last may be used, as far as is known now. */
    boolean isCurrent();

    /** A word for a block that is to be of a new seed if the one at hand is too old; the block has expired if what is left of it is too old. */
    long fresh(WordBlock block);

    /** Has the next words be of a new seed. Called by any thread, which has the block expire after it. */
    void expire();
}
