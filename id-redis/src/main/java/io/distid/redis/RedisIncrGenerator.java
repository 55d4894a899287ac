package io.distid.redis;

import io.distid.BackendException;
import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
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
 */
final class RedisIncrGenerator implements LongIdGenerator {
    private final RedisLink link;
    private final ClaimedNumbers numbers;
    private final long batch;
    private final CallCounts counts = new CallCounts();
    private final IdTraits traits;
    /** Fair: on busy cores a thread that is woken up would else find the lock taken again, until its time is over. */
    private final ReentrantLock refill = new ReentrantLock(true);

    private volatile Block block = new Block(1, 0);
    private volatile boolean closed;

    /** Consecutive ids. Taken by offset, so that a block that ends at the last long does not overflow. */
    private static final class Block {
        private final long first;
        private final long size;
        private final AtomicLong taken = new AtomicLong();

        Block(long first, long size) {
            this.first = first;
            this.size = size;
        }
    }

    RedisIncrGenerator(RedisLink link, ClaimedNumbers numbers, long batch, List<String> notes) {
        this.link = link;
        this.numbers = numbers;
        this.batch = batch;
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
            return claim(1);
        }
        while (true) {
            Block current = block;
            long offset = current.taken.getAndIncrement();
            if (offset < current.size && numbers.mayIssue(current.first)) {
                return current.first + offset;
            }
            lock();
            try {
                if (block == current) {
                    Block claimed = new Block(claim(batch) - batch + 1, batch);
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
            fill(ids, from, to, claim(to - from) - (to - from) + 1);
            return;
        }
        lock();
        try {
            Block current = block;
            long offset = numbers.mayIssue(current.first)
                    ? Math.min(current.taken.getAndAdd(to - from), current.size)
                    : current.size;
            int rest = from + (int) Math.min(to - from, current.size - offset);
            fill(ids, from, rest, current.first + offset);
            if (rest < to) {
                int missing = to - rest;
                long size = Math.max(missing, batch);
                long first = claim(size) - size + 1;
                fill(ids, rest, to, first);
                block = new Block(first + missing, size - missing);
            }
        } finally {
            refill.unlock();
        }
    }

    private static void fill(long[] ids, int from, int to, long first) {
        for (int i = from; i < to; i++) {
            ids[i] = first + (i - from);
        }
    }

    /** The holder of the lock is fetching a block; if it takes long, its server is the reason, and the next caller's, too. */
    private void lock() {
        try {
            if (refill.tryLock(link.timeout().toMillis() * 2, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while waiting for ids from Redis at " + link.where(), e);
        }
        throw new BackendException("no ids from Redis at " + link.where() + " within "
                + link.timeout().toMillis() * 2 + " ms: another thread is still waiting for its answer");
    }

    @Override
    public IdStats stats() {
        return IdStats.builder().failures(counts.failures()).closed(closed).build();
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

    private long claim(long size) {
        try {
            return numbers.claim(size);
        } catch (IdException e) {
            throw counts.failed(e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the generator redis-incr is closed");
        }
    }
}
