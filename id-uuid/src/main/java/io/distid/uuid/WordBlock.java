package io.distid.uuid;

import io.distid.thread.ThreadOwned;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/** The random words that one thread has in hand, a block of a source at a time. Not safe for two threads, but for {@link #expire}. */
class WordBlock extends ThreadOwned implements RandomWords {
    /*
     * The way of a word reads nothing but this object and its array: whoever learns of a copy of the process writes `limit`, which sends the
     * owner the long way. The owner gives it a value there alone, and then asks the source again, behind a fence, whether what it gave is
     * current. Whoever learns of a copy has told the source before, and a fence of its own lies between. So of the two, one sees the other.
     */

    /** The bits of a word that come into an id, which are the upper ones. */
    private static final long RANDOM_MASK = -1L << Long.SIZE - UuidV7.RANDOM_BITS;

    private final WordSource source;
    private final long[] words;
    private int used;
    /** Where the block ends; 0 if its words must not be used. */
    private int limit;

    WordBlock(WordSource source) {
        this.source = source;
        words = new long[source.longestBlock()];
    }

    @Override
    public final long next() {
        if (used >= limit) {
            refill();
        }
        return words[used++];
    }

    @Override
    public final int fill(long[] to, int from, int end, long high, long low) {
        // Another thread may set it to 0 at any moment: what was compared is what counts.
        int last = limit;
        while (used >= last) {
            refill();
            last = limit;
        }
        long[] block = words;
        int at = used;
        int count = Math.min(last - at, (end - from) / 2);
        int stop = at + count;
        // Said before the loop, they need not be asked for each element.
        Objects.checkFromToIndex(at, stop, block.length);
        Objects.checkFromIndexSize(from, 2 * count, to.length);
        used = stop;
        // Counted in the lowest bits and rotated into place: what would be added to the highest ones does not fit an
        // instruction, and the compiler has too few registers for it.
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

    @Override
    public final long fresh() {
        return source.fresh(this);
    }

    @Override
    public final void expire() {
        source.expire();
        VarHandle.releaseFence();
        drop();
    }

    /** Has what is left of the block not be used, whatever the source holds. */
    final void drop() {
        limit = 0;
    }

    boolean isCurrent() {
        return source.isCurrent();
    }

    private void refill() {
        do {
            // Should the source fail, nothing of before is used.
            limit = 0;
            limit = source.fill(words);
            VarHandle.fullFence();
        } while (!source.isCurrent());
        used = 0;
    }
}
