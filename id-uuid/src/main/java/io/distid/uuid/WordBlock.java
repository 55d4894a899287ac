package io.distid.uuid;

import io.distid.internal.process.CopyDetector;
import io.distid.internal.thread.ThreadOwned;
import java.util.Objects;

/** The random words of one thread, drawn a block at a time. A block ends with the epoch of the process. Not safe for two threads. */
abstract class WordBlock extends ThreadOwned implements RandomWords {
    /** The bits of a word that go into an id: the upper bits. */
    private static final long RANDOM_MASK = -1L << Long.SIZE - UuidV7.RANDOM_BITS;

    final CopyDetector copies;
    private final long[] words;
    private int used;
    /** Where the block ends; 0 if its words must not be used. */
    private int limit;

    private int epoch;

    WordBlock(CopyDetector copies, int longest) {
        this.copies = copies;
        this.words = new long[longest];
    }

    /** Puts words into the front of a block; returns how many, at least 1. */
    abstract int draw(long[] block);

    @Override
    public final long next() {
        if (used >= limit || epoch != copies.epoch()) {
            refill();
        }
        return words[used++];
    }

    @Override
    public final int fill(long[] to, int from, int end, long high, long low) {
        if (used >= limit || epoch != copies.epoch()) {
            refill();
        }
        long[] block = words;
        int at = used;
        int count = Math.min(limit - at, (end - from) / 2);
        int stop = at + count;
        // Checked before the loop, so that the compiler drops the check of each element.
        Objects.checkFromToIndex(at, stop, block.length);
        Objects.checkFromIndexSize(from, 2 * count, to.length);
        used = stop;
        // The count is in the lowest bits and is rotated into place. A number to add to the highest bits does not fit
        // into an instruction, and the compiler has too few registers for it.
        long number = low >>> UuidV7.RANDOM_BITS;
        int i = from;
        for (int word = at; word < stop; word++) {
            to[i] = high;
            to[i + 1] = Long.rotateRight(block[word] & RANDOM_MASK | number, Long.SIZE - UuidV7.RANDOM_BITS);
            number++;
            i += 2;
        }
        return count;
    }

    /** Drops the rest of the block. */
    final void drop() {
        limit = 0;
    }

    private void refill() {
        do {
            // If the draw fails, no old word is used.
            limit = 0;
            epoch = copies.epoch();
            int count = draw(words);
            limit = CopyDetector.isExposed(epoch) ? 1 : count;
        } while (epoch != copies.epoch());
        used = 0;
    }
}
