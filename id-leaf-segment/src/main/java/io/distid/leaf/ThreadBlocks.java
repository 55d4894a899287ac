package io.distid.leaf;

import io.distid.SegmentStats;
import io.distid.internal.process.CopyDetector;
import io.distid.internal.thread.PerThread;
import io.distid.internal.thread.ThreadOwned;
import io.distid.internal.thread.VirtualThreads;
import io.distid.spi.Segment;
import java.util.concurrent.atomic.AtomicLong;

/** What the owner reads and writes with each id. */
abstract class BlockFields extends ThreadOwned {
    /** The next id. */
    long next;
    /** One past the last id. */
    long end;
    /** The era that the ids belong to; those of an era that is over are not issued. */
    int era;
}

/** A few neighbouring ids of one platform thread. Only its owner draws from it; others may look. */
final class ThreadBlock extends BlockFields {
    /** Never read: they take up room, so that what lies behind a block is not on its cache line. */
    long t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;

    /** How many ids are left; a moment old if the owner is at work. */
    long left() {
        return Math.max(0, end - next);
    }
}

/**
 * Ids in the order of each thread: a platform thread takes a small block of the segment at a time, and then counts in it alone.
 * It takes the next block from the tag's counter when the last is used up; a batch first takes what is left of the block.
 * Virtual threads, of which there may be very many, draw from the tag's counter itself.
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

    /** Changes when blocks must not be issued any more: they were taken away, or a copy has them, too. Both numbers only grow. */
    private int era() {
        return tag.era() + CopyDetector.system().epoch();
    }

    long nextId() {
        if (VirtualThreads.isVirtual(Thread.currentThread())) {
            return tag.nextShared();
        }
        ThreadBlock block = get();
        // Before the block's fields, which are read anew after it.
        int now = era();
        long id = block.next;
        if (id >= block.end || block.era != now) {
            refill(block);
            id = block.next;
        }
        block.next = id + 1;
        return id;
    }

    /** Begins to fill a range with what is left of the thread's block; returns the index after the last id. */
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

    /** What is left of its block is burned. */
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
