package io.distid.leaf;

import io.distid.SegmentStats;
import io.distid.spi.CallCounts;
import io.distid.spi.Segment;
import io.distid.thread.PerThread;
import io.distid.thread.Stripes;
import io.distid.thread.VirtualThreads;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids in the order of each thread: a thread draws a small block of the segment at a time, and then counts in it alone.
 *
 * <p>A platform thread has a block of its own, which no other thread writes to, so an id costs no atomic step. A virtual thread
 * has none: it draws from one of a few shared stripes, always the same. A thread's blocks lie ever higher, since each is
 * taken from the tag's counter when the one before is used up; a batch first takes what is left of the thread's block.
 */
final class ThreadBlocks implements TagIds {
    /** A block takes at most this part of a segment, so that a small segment serves many threads. */
    private static final int SHARE = 64;

    private static final int SLOTS = 256;
    private static final ThreadBlock NOBODYS = new ThreadBlock(null);

    private final LeafTag tag;
    private final int blockSize;
    /** A short way to a thread's block; the long way is {@link #mine}. Written without order: an owner never changes. */
    private final ThreadBlock[] slots = new ThreadBlock[SLOTS];

    private final PerThread<ThreadBlock> mine = new PerThread<>(this::enrol, this::forget);
    private final Stripes<SharedStripe> stripes = new Stripes<>(this::stripe);
    /** Replaced when what is in hand must not be issued any more. */
    private volatile Object era = new Object();

    ThreadBlocks(LeafTag tag, int blockSize) {
        this.tag = tag;
        this.blockSize = blockSize;
        Arrays.fill(slots, NOBODYS);
    }

    @Override
    public long nextId() {
        Thread thread = Thread.currentThread();
        ThreadBlock block = slots[slot(thread)];
        if (block.owner == thread && block.next < block.end && block.era == era) {
            return block.next++;
        }
        return nextIdSlowly(thread);
    }

    private long nextIdSlowly(Thread thread) {
        if (VirtualThreads.isVirtual(thread)) {
            return stripes.of(thread).nextId();
        }
        ThreadBlock block = mine.get();
        if (block.next >= block.end || block.era != era) {
            refill(block);
        }
        return block.next++;
    }

    /** Where a thread's block is looked for first; whose it is, is decided by its owner. */
    private static int slot(Thread thread) {
        return (int) thread.getId() & SLOTS - 1;
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            stripes.of(thread).nextIds(ids, from, to);
            return;
        }
        int at = from;
        ThreadBlock block = mine.get();
        if (block.era == era) {
            while (at < to && block.next < block.end) {
                ids[at++] = block.next++;
            }
        }
        try {
            tag.nextIds(ids, at, to);
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

    private ThreadBlock enrol() {
        Thread thread = Thread.currentThread();
        ThreadBlock block = new ThreadBlock(thread);
        if (slots[slot(thread)].isAbandoned()) {
            slots[slot(thread)] = block;
        }
        return block;
    }

    /** Lets go of the block of a thread that has ended. */
    private void forget(ThreadBlock block) {
        tag.counts().burned(block.left());
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i] == block) {
                slots[i] = NOBODYS;
            }
        }
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
    public CallCounts calls() {
        return tag.calls();
    }

    @Override
    public SegmentStats stats() {
        mine.sweep();
        Object now = era;
        AtomicLong held = new AtomicLong();
        AtomicLong lost = new AtomicLong();
        mine.forEach(block -> (block.era == now ? held : lost).addAndGet(block.left()));
        stripes.forEach(stripe -> held.addAndGet(stripe.left()));
        return tag.stats(held.get(), lost.get());
    }
}
