package io.distid.leaf;

import io.distid.SegmentStats;
import io.distid.spi.Segment;
import io.distid.thread.PerThread;
import io.distid.thread.Stripes;
import io.distid.thread.VirtualThreads;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids in the order of each thread: a thread draws a small block of the segment at a time, and then counts in it alone.
 *
 * <p>A platform thread has a block of its own, which no other thread writes to, so an id costs no atomic step. A virtual thread
 * has none: it draws from one of a few shared stripes, always the same. A thread's blocks lie ever higher, since each is
 * taken from the tag's counter when the one before is used up; a batch first takes what is left of the thread's block.
 */
final class ThreadBlocks extends PerThread<ThreadBlock> implements TagIds {
    /** A block takes at most this part of a segment, so that a small segment serves many threads. */
    private static final int SHARE = 64;

    private final LeafTag tag;
    private final int blockSize;
    private final Stripes<SharedStripe> stripes = new Stripes<>(this::stripe);
    /** Replaced when what is in hand must not be issued any more. */
    private volatile Object era = new Object();

    ThreadBlocks(LeafTag tag, int blockSize) {
        this.tag = tag;
        this.blockSize = blockSize;
    }

    @Override
    public String name() {
        return tag.name();
    }

    @Override
    public long nextId() {
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            return stripes.of(thread).nextId();
        }
        ThreadBlock block = get();
        // Before the block's fields, which are read anew after it.
        Object now = era;
        long id = block.next;
        if (id >= block.end || block.era != now) {
            refill(block);
            id = block.next;
        }
        block.next = id + 1;
        return id;
    }

    @Override
    public void draw(long[] ids, int from, int to) {
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            stripes.of(thread).nextIds(ids, from, to);
            return;
        }
        int at = from;
        ThreadBlock block = get();
        if (block.era == era) {
            while (at < to && block.next < block.end) {
                ids[at++] = block.next++;
            }
        }
        try {
            tag.draw(ids, at, to);
        } catch (RuntimeException e) {
            tag.counts().burned(at - from);
            throw e;
        }
    }

    private void refill(ThreadBlock block) {
        Object now = era;
        Segment part = tag.take(blockSize, SHARE, tag.deadline());
        tag.counts().burned(block.left());
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
        tag.counts().burned(block.left());
    }

    private SharedStripe stripe() {
        return new SharedStripe(tag, blockSize, SHARE);
    }

    @Override
    public void ready() {
        tag.ready();
    }

    @Override
    public void storeStep(long known) {
        tag.storeStep(known);
    }

    @Override
    public void drop() {
        tag.drop();
        newEra();
    }

    @Override
    public void copied() {
        tag.copied();
        newEra();
    }

    @Override
    public void end() {
        tag.end();
        newEra();
    }

    /** After the tag's own ids are gone, so that no block can be taken from them and miss the change. */
    private void newEra() {
        era = new Object();
        stripes.forEach(stripe -> tag.counts().burned(stripe.drain()));
    }

    @Override
    public void giveBack() {
        tag.giveBack();
    }

    @Override
    public LeafCounts counts() {
        return tag.counts();
    }

    @Override
    public SegmentStats stats() {
        sweep();
        Object now = era;
        AtomicLong held = new AtomicLong();
        AtomicLong lost = new AtomicLong();
        forEach(block -> (block.era == now ? held : lost).addAndGet(block.left()));
        stripes.forEach(stripe -> held.addAndGet(stripe.left()));
        return tag.stats(held.get(), lost.get());
    }
}
