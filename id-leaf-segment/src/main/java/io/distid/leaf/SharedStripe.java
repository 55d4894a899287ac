package io.distid.leaf;

import io.distid.spi.Segment;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A block that several virtual threads draw from; each virtual thread keeps to one stripe, so its ids increase.
 *
 * <p>The same step as a tag's own: read which block, add to its counter, and move on if that was beyond its end.
 */
final class SharedStripe {
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
                moveOn(now);
            }
        }
    }

    private void moveOn(OpenSegment used) {
        long deadline = tag.deadline();
        tag.lock(refill, deadline);
        try {
            if (block == used) {
                Segment part = tag.take(blockSize, share, deadline);
                block = OpenSegment.part(part.start(), part.size());
            }
        } finally {
            refill.unlock();
        }
    }

    /**
     * Takes what is left away, so that it is never issued. The tag must hold nothing then, so that nobody is refilling for long.
     *
     * @return how many ids that were
     */
    long drain() {
        refill.lock();
        try {
            Segment left = block.drain();
            block = OpenSegment.empty();
            return left == null ? 0 : left.size();
        } finally {
            refill.unlock();
        }
    }

    long left() {
        return block.left();
    }
}
