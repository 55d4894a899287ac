package io.distid.uuid;

import io.distid.thread.ThreadOwned;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/** The random words that one thread has in hand, a block of a source at a time. Not safe for two threads, but for {@link #expire}. */
class WordBlock extends ThreadOwned implements RandomWords {
    /*
     * The way of a word reads nothing but this object and its array: whoever learns of a copy of the process writes `limit`, which sends the
     * owner the long way. The owner writes it too, there alone, and then asks the source again, behind a fence, whether what it gave is
     * current. So of the two, one sees the other.
     */

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

    /** Block by block: what {@link #next()} looks at for each word is looked at once for those of a block. */
    @Override
    public final void fill(long[] to, int from, int end, long high, long low, int bits) {
        int shift = Long.SIZE - bits;
        long step = 1L << bits;
        long[] block = words;
        long number = low;
        int i = from;
        while (i < end) {
            // Not read again between the two comparisons: another thread may set it to 0 at any moment.
            int last = limit;
            if (used >= last) {
                refill();
                last = limit;
            }
            int at = used;
            int count = Math.min(last - at, (end - i) / 2);
            int stop = at + count;
            used = stop;
            // Said before the loop, they need not be asked for each element.
            Objects.checkFromToIndex(at, stop, block.length);
            Objects.checkFromIndexSize(i, 2 * count, to.length);
            for (int word = at; word < stop; word++) {
                to[i] = high;
                to[i + 1] = number | block[word] >>> shift;
                number += step;
                i += 2;
            }
        }
    }

    @Override
    public final long fresh() {
        return source.fresh(this);
    }

    @Override
    public final void expire() {
        source.expire();
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
