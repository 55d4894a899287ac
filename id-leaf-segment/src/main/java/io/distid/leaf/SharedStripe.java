package io.distid.leaf;

import io.distid.spi.Segment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A block that several virtual threads draw from; each virtual thread keeps to one stripe, so its ids increase.
 *
 * <p>The same step as a tag's own: read which block, add to its counter, and move on if that was beyond its end.
 */
final class SharedStripe {
    /*
     * One thread at a time refills, and holds the lock while it waits for the store; whoever drains does not wait for it. Both replace the block
     * in one atomic step, a refill only the block that it found used up before it took another:
     *
     * - A block that was put in place before the drain is the one that the drain takes away, and claims the rest of.
     * - A block that was taken before the drain, and is to be put in place after it, meets another block there than the one that was used up. It
     *   is burned. It may be of segments that must not be issued any more, which the refill cannot tell.
     * - A block that is put in place for the one that the drain left was taken after the drain, from a tag whose segments in hand were gone by then.
     *
     * Blocks are taken under the lock, each above the one before, and a block that was replaced never comes back. So a thread's ids increase.
     */

    private static final VarHandle BLOCK;

    static {
        try {
            BLOCK = MethodHandles.lookup().findVarHandle(SharedStripe.class, "block", OpenSegment.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private final LeafTag tag;
    private final int blockSize;
    private final int share;
    private final ReentrantLock refill = new ReentrantLock();
    private volatile OpenSegment block = OpenSegment.empty();

    SharedStripe(LeafTag tag, int blockSize, int share) {
        this.tag = tag;
        this.blockSize = blockSize;
        this.share = share;
    }

    long nextId() {
        while (true) {
            OpenSegment now = block;
            long index = now.claim(1);
            if (index < now.size) {
                return now.first + index;
            }
            moveOn(now);
        }
    }

    /** Fills the range from blocks, each of which only this stripe has. */
    void nextIds(long[] ids, int from, int to) {
        int at = from;
        while (at < to) {
            OpenSegment now = block;
            long index = now.claim(to - at);
            int got = now.granted(index, to - at);
            LeafTag.fill(ids, at, got, now.first + index);
            at += got;
            if (at < to) {
                try {
                    moveOn(now);
                } catch (RuntimeException e) {
                    tag.counts().burned(at - from);
                    throw e;
                }
            }
        }
    }

    private void moveOn(OpenSegment used) {
        long deadline = tag.deadline();
        tag.lock(refill, deadline);
        try {
            if (block == used) {
                Segment part = tag.take(blockSize, share, deadline);
                if (!BLOCK.compareAndSet(this, used, OpenSegment.part(part.start(), part.size()))) {
                    tag.counts().burned(part.size());
                }
            }
        } finally {
            refill.unlock();
        }
    }

    /**
     * Takes what is left away, so that it is never issued, nor a block that is being taken. Never waits. The tag's own segments must be gone by then.
     *
     * @return how many ids were left
     */
    long drain() {
        OpenSegment cut = (OpenSegment) BLOCK.getAndSet(this, OpenSegment.empty());
        Segment left = cut.drain();
        return left == null ? 0 : left.size();
    }

    long left() {
        return block.left();
    }
}
