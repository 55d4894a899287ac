package io.distid.redis;

import io.distid.BackendException;
import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.process.CopyDetector;
import io.distid.spi.CallCounts;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ids from a counter in Redis.
 *
 * <p>At batch 1 each id is a round trip of its own and threads do not meet. Above it, threads draw from one block by an atomic
 * add, and the one that finds it spent fetches the next under a lock. {@code nextIds} drains the block first, so that ids
 * of one generator keep increasing.
 *
 * <p>A copy of the process has the same block. So a block is used in the epoch of {@link CopyDetector} that it was claimed in, and none is kept while
 * a checkpoint is made; what was claimed while the epoch changed is nobody's.
 */
final class RedisIncrGenerator implements LongIdGenerator {
    private final RedisLink link;
    private final ClaimedNumbers numbers;
    private final long batch;
    private final CopyDetector copies;
    private final CallCounts counts = new CallCounts();
    private final IdTraits traits;
    /** Fair: on busy cores a thread that is woken up would else find the lock taken again, until its time is over. */
    private final ReentrantLock refill = new ReentrantLock(true);

    private volatile Block block = new Block(1, 0, 0);
    private volatile boolean closed;

    /** Consecutive ids. Taken by offset, so that a block that ends at the last long does not overflow. */
    private static final class Block {
        private final long first;
        private final long size;
        private final int epoch;
        private final AtomicLong taken = new AtomicLong();

        Block(long first, long size, int epoch) {
            this.first = first;
            this.size = size;
            this.epoch = epoch;
        }
    }

    /** Consecutive ids that no copy of the process has. */
    private record Claim(long first, long size, int epoch) {}

    RedisIncrGenerator(RedisLink link, ClaimedNumbers numbers, long batch, CopyDetector copies, List<String> notes) {
        this.link = link;
        this.numbers = numbers;
        this.batch = batch;
        this.copies = copies;
        this.traits = IdTraits.builder("redis-incr")
                .ordering(batch == 1 ? Ordering.GLOBAL : Ordering.PER_GENERATOR)
                .timeSorted(batch == 1)
                .coordination(batch == 1 ? Coordination.PER_ID : Coordination.PER_BATCH)
                .safety(Safety.STORED)
                .notes(notes)
                .build();
    }

    @Override
    public long nextId() {
        requireOpen();
        if (batch == 1) {
            return claim(1, 1).first;
        }
        while (true) {
            Block current = block;
            long offset = current.taken.getAndIncrement();
            if (offset < current.size && mayIssue(current)) {
                return current.first + offset;
            }
            lock();
            try {
                if (block == current) {
                    Claim claim = claim(1, batch);
                    Block claimed = new Block(claim.first, claim.size, claim.epoch);
                    // Before others see it: however late it has come, one call does not claim twice.
                    long id = claimed.first + claimed.taken.getAndIncrement();
                    block = claimed;
                    return id;
                }
            } finally {
                refill.unlock();
            }
        }
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        requireOpen();
        if (from == to) {
            return;
        }
        if (batch == 1) {
            fill(ids, from, to, claim(to - from, to - from).first);
            return;
        }
        lock();
        try {
            // Twice at most, but for a copy that is made of each answer.
            while (!fillFromBlock(ids, from, to)) {}
        } finally {
            refill.unlock();
        }
    }

    /**
     * Fills from the rest of the block and from a claim behind it. A copy that was made while the claim was under way has the rest of the block, too:
     * it is nobody's then, and what was claimed is the block.
     *
     * @return false if that happened, and nothing was filled
     */
    private boolean fillFromBlock(long[] ids, int from, int to) {
        Block current = block;
        long taken = current.taken.getAndAdd(to - from);
        long offset = mayIssue(current) ? Math.min(taken, current.size) : current.size;
        int rest = from + (int) Math.min(to - from, current.size - offset);
        if (rest < to) {
            int missing = to - rest;
            Claim claim = claimBehind(current, offset, missing);
            if (rest > from && claim.epoch != current.epoch) {
                block = new Block(claim.first, claim.size, claim.epoch);
                return false;
            }
            fill(ids, rest, to, claim.first);
            block = new Block(claim.first + missing, claim.size - missing, claim.epoch);
        }
        fill(ids, from, rest, current.first + offset);
        return true;
    }

    /** What is missing behind the rest of a block, which is kept for other calls where it is not to be had. */
    private Claim claimBehind(Block current, long offset, int missing) {
        try {
            return claim(missing, Math.max(missing, batch));
        } catch (IdsExhaustedException e) {
            block = new Block(current.first + offset, current.size - offset, current.epoch);
            throw e;
        }
    }

    private static void fill(long[] ids, int from, int to, long first) {
        for (int i = from; i < to; i++) {
            ids[i] = first + (i - from);
        }
    }

    /** Takes the lock, and counts the call among those that waited if another one holds it. */
    private void lock() {
        try {
            // Of no time, but not without one: that would overtake those that wait.
            if (refill.tryLock(0, TimeUnit.MILLISECONDS) || awaitLock()) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw counts.failed(
                    new InterruptedIdException("interrupted while waiting for ids from Redis at " + link.where(), e));
        }
        throw counts.failed(new BackendException("no ids from Redis at " + link.where() + " within "
                + link.timeout().toMillis() * 2 + " ms: another thread is still waiting for its answer"));
    }

    /** The holder of the lock is fetching a block; if it takes long, its server is the reason, and the next caller's, too. */
    private boolean awaitLock() throws InterruptedException {
        counts.waits();
        long began = System.nanoTime();
        try {
            return refill.tryLock(link.timeout().toMillis() * 2, TimeUnit.MILLISECONDS);
        } finally {
            counts.waited(System.nanoTime() - began);
        }
    }

    @Override
    public IdStats stats() {
        IdStats.Builder stats = IdStats.builder().failures(counts.failures()).closed(closed);
        if (batch > 1) {
            stats.waits(counts.waitStats());
        }
        numbers.left().ifPresent(stats::idsLeft);
        return stats.build();
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                numbers.close();
            } finally {
                link.close();
            }
        }
    }

    /** Asked after an id of it was taken, so that a copy which was made before that is seen. */
    private boolean mayIssue(Block taken) {
        return taken.epoch == copies.epoch() && !CopyDetector.isExposed(taken.epoch) && numbers.mayIssue(taken.first);
    }

    /** As many as are wanted, or what is needed where fewer are left: the last ids of a range are issued, too. */
    private Claim claim(long needed, long wanted) {
        try {
            try {
                return claim(wanted);
            } catch (IdsExhaustedException e) {
                if (needed == wanted) {
                    throw e;
                }
                return claim(needed);
            }
        } catch (IdException e) {
            throw counts.failed(e);
        }
    }

    /** Once more if the process may have been copied meanwhile: the copy would have the same answer. */
    private Claim claim(long size) {
        while (true) {
            int epoch = copies.epoch();
            long last = numbers.claim(size);
            if (copies.epoch() == epoch) {
                return new Claim(last - size + 1, size, epoch);
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the generator redis-incr is closed");
        }
    }
}
