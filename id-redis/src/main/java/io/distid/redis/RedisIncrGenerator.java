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
import io.distid.internal.CallCounts;
import io.distid.internal.process.CopyDetector;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ids from a counter in Redis. At batch 1 each id is a round trip of its own, and threads do not wait for each other. Above 1, threads take ids from
 * one block by an atomic add. A thread that finds the block spent fetches the next under a lock. A call of {@code nextIds} drains the block first,
 * so that ids of one generator keep increasing.
 *
 * <p>A copy of the process has the same block. So a block is used only in the epoch of {@link CopyDetector} that it was claimed in. No block is kept
 * while a checkpoint is made. Ids that were claimed while the epoch changed are not issued.
 */
final class RedisIncrGenerator implements LongIdGenerator {
    private final RedisLink link;
    private final Counter counter;
    private final long batch;
    private final CopyDetector copies;
    private final CallCounts counts = new CallCounts();
    private final IdTraits traits;
    /** Fair: otherwise, on busy cores, a thread that wakes up would find the lock taken again until its time is over. */
    private final ReentrantLock refill = new ReentrantLock(true);

    private volatile Block block = new Block(1, 0, 0, new AtomicLong());
    private volatile boolean closed;

    /** Consecutive ids, which threads take by offset. */
    private record Block(long first, long size, int epoch, AtomicLong taken) {}

    RedisIncrGenerator(RedisLink link, Counter counter, long batch, CopyDetector copies, List<String> notes) {
        this.link = link;
        this.counter = counter;
        this.batch = batch;
        this.copies = copies;
        this.traits = traits(batch, notes);
    }

    static IdTraits traits(long batch, List<String> notes) {
        return IdTraits.builder("redis-incr")
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
                    Block claimed = claim(1, batch);
                    // Taken before other threads see the block. So a call never claims twice, however late the block
                    // has come.
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
        while (true) {
            int epoch = copies.epoch();
            lock();
            try {
                drawInto(ids, from, to);
            } finally {
                refill.unlock();
            }
            if (copies.epoch() == epoch) {
                return;
            }
            // A copy of the process may have some of these ids, too.
        }
    }

    /** Takes ids from the rest of the block, then from a new claim. */
    private void drawInto(long[] ids, int from, int to) {
        Block current = block;
        long taken = current.taken.getAndAdd(to - from);
        long offset = mayIssue(current) ? Math.min(taken, current.size) : current.size;
        int rest = from + (int) Math.min(to - from, current.size - offset);
        if (rest < to) {
            Block claimed;
            try {
                claimed = claim(to - rest, Math.max(to - rest, batch));
            } catch (IdsExhaustedException e) {
                // Later calls get the rest.
                block = new Block(current.first + offset, current.size - offset, current.epoch, new AtomicLong());
                throw e;
            }
            claimed.taken.setPlain(to - rest);
            fill(ids, rest, to, claimed.first);
            block = claimed;
        }
        fill(ids, from, rest, current.first + offset);
    }

    private static void fill(long[] ids, int from, int to, long first) {
        for (int i = from; i < to; i++) {
            ids[i] = first + (i - from);
        }
    }

    /** Takes the lock, whose holder is fetching a block. If that takes long, the server is the reason. */
    private void lock() {
        long most = link.timeout().toMillis() * 2;
        try {
            // A fair lock needs the form with a time, even of 0: the other form overtakes the waiting threads.
            if (refill.tryLock(0, TimeUnit.MILLISECONDS)) {
                return;
            }
            counts.waits();
            long began = System.nanoTime();
            try {
                if (refill.tryLock(most, TimeUnit.MILLISECONDS)) {
                    return;
                }
            } finally {
                counts.waited(System.nanoTime() - began);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw counts.failed(
                    new InterruptedIdException("interrupted while waiting for ids from Redis at " + link.where(), e));
        }
        throw counts.failed(new BackendException("no ids from Redis at " + link.where() + " within " + most
                + " ms: another thread is still waiting for its answer"));
    }

    @Override
    public IdStats stats() {
        IdStats.Builder stats = IdStats.builder().failures(counts.failures()).closed(closed);
        if (batch > 1) {
            stats.waits(counts.waitStats());
        }
        counter.left().ifPresent(stats::idsLeft);
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
            link.close();
        }
    }

    /** Whether ids of a block may be issued. Asked after an id was taken, so that a copy made before that is detected. */
    private boolean mayIssue(Block taken) {
        return taken.epoch == copies.epoch() && !CopyDetector.isExposed(taken.epoch) && counter.mayIssue(taken.first);
    }

    /**
     * Claims as many ids as wanted, or as needed if fewer are left: the last ids of a range are issued, too. Claims again if the process may
     * have been copied meanwhile, since the copy would have the same answer.
     */
    private Block claim(long needed, long wanted) {
        long size = wanted;
        while (true) {
            int epoch = copies.epoch();
            try {
                long last = counter.claim(size);
                if (copies.epoch() == epoch) {
                    return new Block(last - size + 1, size, epoch, new AtomicLong());
                }
            } catch (IdException e) {
                if (!(e instanceof IdsExhaustedException) || size == needed) {
                    throw counts.failed(e);
                }
                size = needed;
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the generator redis-incr is closed");
        }
    }
}
