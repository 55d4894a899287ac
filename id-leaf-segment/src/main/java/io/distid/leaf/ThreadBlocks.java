package io.distid.leaf;

import io.distid.SegmentStats;
import io.distid.internal.process.CopyDetector;
import io.distid.internal.thread.PerThread;
import io.distid.internal.thread.ThreadOwned;
import io.distid.internal.thread.VirtualThreads;
import io.distid.spi.Segment;
import java.util.concurrent.atomic.AtomicLong;

/** The fields that the owner reads and writes with each id. */
abstract class BlockFields extends ThreadOwned {
    /** The next id. */
    long next;
    /** One past the last id. */
    long end;
    /** The era of the ids; ids of a past era are not issued. */
    int era;
}

/** A few neighbouring ids of one platform thread. Only its owner draws from it; others may look. */
final class ThreadBlock extends BlockFields {
    /** Never read: padding that keeps the memory after a block off its cache line. */
    long t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;

    /** How many ids are left. The figure may be out of date while the owner draws. */
    long left() {
        return Math.max(0, end - next);
    }
}

/**
 * Ids in the order of each thread. A platform thread takes a small block of the segment at a time and counts in it alone. When the block is used up,
 * the thread takes the next from the tag's counter. A batch first uses the rest of the block. Virtual threads draw from the tag's counter itself,
 * since there may be very many.
 */
final class ThreadBlocks extends PerThread<ThreadBlock> {
    /** A block takes at most this part of a segment, so that a small segment serves many threads. */
    private static final int SHARE = 64;

    private final LeafTag tag;
    private final int blockSize;

    ThreadBlocks(LeafTag tag, int blockSize) {
        this.tag = tag;
        this.blockSize = blockSize;
    }

    /**
     * Changes when the ids of blocks must not be issued any more: their segments were dropped, or a copy of the process has them, too. Both numbers
     * only grow.
     */
    private int era() {
        return tag.era() + CopyDetector.system().epoch();
    }

    long nextId() {
        if (VirtualThreads.isVirtual(Thread.currentThread())) {
            return tag.nextShared();
        }
        ThreadBlock block = get();
        // Read before the block's fields: the volatile read makes the thread read them again.
        int now = era();
        long id = block.next;
        if (id >= block.end || block.era != now) {
            refill(block);
            id = block.next;
        }
        block.next = id + 1;
        return id;
    }

    /** Begins to fill a range with the rest of the thread's block; returns the index after the last id. */
    int drawRest(long[] ids, int from, int to) {
        if (VirtualThreads.isVirtual(Thread.currentThread())) {
            return from;
        }
        int at = from;
        ThreadBlock block = get();
        if (block.era == era()) {
            while (at < to && block.next < block.end) {
                ids[at++] = block.next++;
            }
        }
        return at;
    }

    private void refill(ThreadBlock block) {
        int now = era();
        Segment part = tag.take(blockSize, SHARE);
        tag.counts().burned.addAndGet(block.left());
        block.next = part.start();
        block.end = part.end();
        block.era = now;
    }

    @Override
    protected ThreadBlock first() {
        return new ThreadBlock();
    }

    /** Burns the rest of the thread's block. */
    @Override
    protected void ended(ThreadBlock block) {
        tag.counts().burned.addAndGet(block.left());
    }

    SegmentStats stats() {
        sweep();
        int now = era();
        AtomicLong held = new AtomicLong();
        AtomicLong lost = new AtomicLong();
        forEach(block -> (block.era == now ? held : lost).addAndGet(block.left()));
        return tag.loader().stats(held.get(), lost.get());
    }
}
