package io.distid.leaf;

import io.distid.spi.Segment;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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

    private static final int SWEEP_FROM = 64;

    private static final int SLOTS = 256;
    private static final ThreadBlock NOBODYS = new ThreadBlock(null);

    private final LeafTag tag;
    private final int blockSize;
    /** A short way to a thread's block; the long way is {@link #mine}. Written without order: an owner never changes. */
    private final ThreadBlock[] slots = new ThreadBlock[SLOTS];

    private final ThreadLocal<@Nullable ThreadBlock> mine = new ThreadLocal<>();
    private final Set<ThreadBlock> blocks = ConcurrentHashMap.newKeySet();
    private final SharedStripe[] stripes;
    private volatile int sweepAt = SWEEP_FROM;
    /** Replaced when what is in hand must not be issued any more. */
    private volatile Object era = new Object();

    ThreadBlocks(LeafTag tag, int blockSize) {
        this.tag = tag;
        this.blockSize = blockSize;
        Arrays.fill(slots, NOBODYS);
        int count = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 2 - 1) * 2;
        stripes = new SharedStripe[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new SharedStripe(tag, blockSize, SHARE);
        }
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
            return stripe(thread).nextId();
        }
        ThreadBlock block = mine.get();
        if (block == null || block.next >= block.end || block.era != era) {
            block = refill(block);
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
            stripe(thread).nextIds(ids, from, to);
            return;
        }
        int at = from;
        ThreadBlock block = mine.get();
        if (block != null && block.era == era) {
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

    private ThreadBlock refill(@Nullable ThreadBlock used) {
        Object now = era;
        Segment part = tag.take(blockSize, SHARE, tag.deadline());
        ThreadBlock block = used == null ? enrol() : used;
        tag.counts().burned(block.left());
        block.next = part.start();
        block.end = part.end();
        block.era = now;
        return block;
    }

    private ThreadBlock enrol() {
        Thread thread = Thread.currentThread();
        ThreadBlock block = new ThreadBlock(thread);
        mine.set(block);
        if (slots[slot(thread)].isAbandoned()) {
            slots[slot(thread)] = block;
        }
        blocks.add(block);
        if (blocks.size() >= sweepAt) {
            sweep();
        }
        return block;
    }

    /** Lets go of the blocks of threads that have ended. */
    private void sweep() {
        for (ThreadBlock block : blocks) {
            if (block.isAbandoned() && blocks.remove(block)) {
                tag.counts().burned(block.left());
            }
        }
        sweepAt = Math.max(SWEEP_FROM, blocks.size() * 2);
    }

    private SharedStripe stripe(Thread thread) {
        // A virtual thread's identity hash is in its header once computed, and never changes.
        int hash = System.identityHashCode(thread);
        return stripes[(hash ^ hash >>> 16) & stripes.length - 1];
    }

    @Override
    public void ready() {
        tag.ready();
    }

    @Override
    public void forgetStep() {
        tag.forgetStep();
    }

    @Override
    public void drop() {
        tag.drop();
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
        for (SharedStripe stripe : stripes) {
            tag.counts().burned(stripe.drain());
        }
    }

    @Override
    public void giveBack() {
        tag.giveBack();
    }

    @Override
    public LeafStats stats() {
        sweep();
        Object now = era;
        long held = 0;
        long lost = 0;
        for (ThreadBlock block : blocks) {
            if (block.era == now) {
                held += block.left();
            } else {
                lost += block.left();
            }
        }
        for (SharedStripe stripe : stripes) {
            held += stripe.left();
        }
        return tag.stats(held, lost);
    }
}
