package io.distid.leaf;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.InterruptedIdException;
import io.distid.StoreRegressedException;
import io.distid.process.CopyDetector;
import io.distid.spi.Segment;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a tag's segments, one at a time, and lets callers wait for the one on its way.
 *
 * <p>If the segment in hand was used up before the next one came, the one after that is fetched at once, and not only when
 * a tenth is used: two segments are in hand then at most, as ever.
 *
 * <p>A failure that may pass (the store does not answer) is retried, ever more slowly, until a load succeeds; callers who
 * run out meanwhile wait for that, each until its own deadline. Any other failure (no such tag, exhausted, regressed) goes at
 * once to those who wait, and the next caller who has run out asks the store anew; so it is where a retry cannot be had. The lock is never
 * held across a call of the store.
 *
 * <p>From before a checkpoint of the process until after it nothing is loaded, so that a copy that is made has nothing in hand; callers wait.
 */
final class SegmentLoader {
    private static final System.Logger LOG = System.getLogger(SegmentLoader.class.getName());
    private static final long FIRST_RETRY_MILLIS = 20;
    private static final long LAST_RETRY_MILLIS = 1_000;
    private static final long NONE = 0;
    private static final int NOT_DUE = -1;

    private final String name;
    private final LeafTag tag;
    private final LoadContext loading;
    private final SegmentClaims claims;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final DemandForecast demand;
    private final NextLoadTimer timer;

    // Under the lock.
    /** The number of the load that is under way, or {@link #NONE}. */
    private long underWay;
    /** How many were begun: each has a number, so that one that is in the executor's queue though handing it over failed loads nothing. */
    private long begun;

    private long askedNanos;
    private boolean ended;
    private long finalFailures;
    private int failuresInRow;
    /** How often the process was copied: what was asked for before a copy was made is the copy's, too. */
    private int timesCopied;

    private @Nullable IdException failure;

    SegmentLoader(String name, LeafTag tag, LoadContext loading, SegmentClaims claims) {
        this.name = name;
        this.tag = tag;
        this.loading = loading;
        this.claims = claims;
        demand = new DemandForecast(loading.options(), loading.store().maxSize());
        timer = new NextLoadTimer(loading);
    }

    /**
     * Starts a load unless the next segment is there or on its way, or the timer sees to it in time. Never waits for the store.
     *
     * @param segment whose index for that was claimed
     */
    void prefetch(OpenSegment segment) {
        if (timer.isSoonEnough(segment, segment.prefetchAt)) {
            return;
        }
        lock.lock();
        try {
            if (!ended && tag.current().next == null) {
                start();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The segment after one that is used up; waits until it is there.
     *
     * @param deadline by {@link System#nanoTime()}
     */
    OpenSegment await(OpenSegment used, long deadline) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw counted(interrupted(e));
        }
        try {
            long seen = finalFailures;
            boolean waiting = false;
            while (true) {
                requireNotEnded();
                OpenSegment current = tag.current();
                OpenSegment next = current == used ? used.next : current;
                if (next != null) {
                    return next;
                }
                if (failure != null && finalFailures != seen) {
                    throw counted(Failures.again(failure));
                }
                start();
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw counted(late());
                }
                if (!waiting) {
                    waiting = true;
                    tag.counts().calls().waits();
                }
                changed.awaitNanos(left);
                tag.counts().calls().waited(left - (deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            throw counted(interrupted(e));
        } finally {
            lock.unlock();
        }
    }

    /** When a call that begins to wait now has waited long enough. */
    long deadline() {
        return System.nanoTime() + loading.options().maxWait().toNanos();
    }

    /** Takes a lock within the time a call may wait. */
    void lock(Lock other, long deadline) {
        try {
            if (!other.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw counted(late());
            }
        } catch (InterruptedException e) {
            throw counted(interrupted(e));
        }
    }

    /** Ends loading: who waits, and who comes later, gets an {@link IllegalStateException}. */
    void end() {
        lock.lock();
        try {
            ended = true;
            timer.cancel();
            tag.drain();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Burns what is in hand. A load under way still arrives. */
    void drop() {
        lock.lock();
        try {
            claims.startOver();
            tag.burn();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Burns what is in hand, since a copy of the process has it, too, or may have it, and a load under way when it comes. What the store has granted so
     * far is still known.
     */
    void copied() {
        lock.lock();
        try {
            timesCopied++;
            tag.burn();
            // After a checkpoint they have the next segment loaded.
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What was claimed and will not be issued, of which there is another list once it was copied. */
    List<Segment> unissued() {
        lock.lock();
        try {
            return tag.unissued();
        } finally {
            lock.unlock();
        }
    }

    void requireNotEnded() {
        if (ended) {
            throw new IllegalStateException("the ids of tag \"" + name + "\" are closed");
        }
    }

    @Nullable
    IdException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isExposed() {
        return CopyDetector.isExposed(CopyDetector.system().epoch());
    }

    private void start() {
        if (underWay == NONE && !isExposed()) {
            long number = begin();
            boolean isHandedOver = false;
            try {
                loading.threads().execute(() -> load(number));
                isHandedOver = true;
            } finally {
                if (!isHandedOver) {
                    underWay = NONE;
                }
            }
        }
    }

    private long begin() {
        askedNanos = loading.nanoTime().getAsLong();
        underWay = ++begun;
        return begun;
    }

    /** Loads if a claim is due, and else looks again later; by the timer, on a loader's thread. */
    private void look() {
        long number;
        lock.lock();
        try {
            if (ended || underWay != NONE || isExposed()) {
                return;
            }
            demand.issued(loading.nanoTime().getAsLong(), tag.issued());
            if (!tag.isDue()) {
                lookLater();
                // A caller that claimed the index for it meanwhile may have left it to the timer.
                if (!tag.isDue()) {
                    return;
                }
            }
            number = begin();
        } finally {
            lock.unlock();
        }
        load(number);
    }

    private void lookLater() {
        if (!demand.isOff()) {
            timer.set(demand.nanosFor(tag.untilDue()), this::look);
        }
    }

    /** Whatever is thrown, be it that there is no memory: the tag is not left as if this load went on. */
    private void load(long number) {
        int failedBefore = 0;
        IdException reason = null;
        try {
            int copied = timesCopied(number);
            if (copied == NOT_DUE) {
                return;
            }
            failedBefore = loaded(
                    OpenSegment.of(claims.claim(wanted()), loading.options().prefetchPercent(), claims.isBusy()),
                    copied);
        } catch (Throwable e) {
            reason = failed(number, e);
        }
        // Last, since a logger's handlers may throw, too.
        if (failedBefore > 0) {
            LOG.log(Level.INFO, "segments of tag \"{0}\" come again after {1} failed loads", name, failedBefore);
        }
        if (reason != null) {
            LOG.log(Level.WARNING, "no segment of tag \"{0}\": {1}", name, reason.getMessage());
        }
    }

    /**
     * How often the process was copied before a load, or that it is not to be made. Both in one step: a copy that is expected after this is counted before
     * the load's answer is put in hand.
     */
    private int timesCopied(long number) {
        lock.lock();
        try {
            if (underWay != number) {
                return NOT_DUE;
            }
            if (isExposed()) {
                underWay = NONE;
                return NOT_DUE;
            }
            return timesCopied;
        } finally {
            lock.unlock();
        }
    }

    private long wanted() {
        lock.lock();
        try {
            long now = loading.nanoTime().getAsLong();
            demand.issued(now, tag.issued());
            return demand.ids(now);
        } finally {
            lock.unlock();
        }
    }

    /** Puts a segment in hand; returns how many loads failed before it, or 0 if nobody was told of them. */
    private int loaded(OpenSegment segment, int copied) {
        lock.lock();
        try {
            long now = loading.nanoTime().getAsLong();
            demand.claimed(now, now - askedNanos);
            int failedBefore = tag.counts().loads() > 0 ? failuresInRow : 0;
            boolean outrun = tag.isOutrun();
            boolean isCopysToo = timesCopied != copied || isExposed();
            if (isCopysToo) {
                // Never in hand, where a caller could draw from it before it is burned.
                tag.counts().burned(segment.size);
                tag.counts().loaded(segment.size);
            } else {
                tag.append(segment);
            }
            underWay = NONE;
            failure = null;
            failuresInRow = 0;
            if (ended) {
                tag.drain();
            } else if (outrun || isCopysToo) {
                start();
            } else {
                demand.issued(now, tag.issued());
                lookLater();
            }
            return failedBefore;
        } finally {
            changed.signalAll();
            lock.unlock();
        }
    }

    /** Has the load made again later, or ends it; returns the failure if it is the first in a row, which is to be told of. */
    private @Nullable IdException failed(long number, Throwable thrown) {
        // To wait for the lock would take memory.
        while (!lock.tryLock()) {
            Thread.yield();
        }
        boolean isOver = true;
        try {
            if (underWay != number) {
                isOver = false; // its segment is in hand
                return null;
            }
            tag.counts().failed();
            IdException error = Failures.of(name, thrown);
            failure = error;
            if (error instanceof StoreRegressedException) {
                // No call fails for it while ids are in hand, and by then the generator may be closed: who opens
                // another is to know.
                counted(error);
            }
            boolean isFirst = failuresInRow++ == 0 && tag.counts().loads() > 0;
            if (Failures.passing(error) && !ended) {
                retry(number);
                isOver = false;
            } else {
                timer.cancel();
            }
            return isFirst ? error : null;
        } finally {
            if (isOver) {
                underWay = NONE;
                finalFailures++;
            }
            changed.signalAll();
            lock.unlock();
        }
    }

    private void retry(long number) {
        long most = Math.max(
                1, Math.min(LAST_RETRY_MILLIS, loading.options().maxWait().toMillis() / 4));
        long delay = Math.min(most, FIRST_RETRY_MILLIS << Math.min(failuresInRow - 1, 10));
        loading.threads().schedule(() -> load(number), delay, TimeUnit.MILLISECONDS);
    }

    private <E extends IdException> E counted(E error) {
        return tag.counts().calls().failed(error);
    }

    private BackendException late() {
        IdException cause = failure();
        if (isExposed()) {
            return new BackendException(
                    "no ids of tag \"" + name + "\" while a checkpoint of the process is made; ids go on after it");
        }
        String waited = "no ids of tag \"" + name + "\" came within max-wait = "
                + loading.options().maxWait().toMillis() + " ms: ";
        return cause == null
                ? new BackendException(waited + "the store has not answered yet; ids go on once it does")
                : new BackendException(waited + cause.getMessage(), cause);
    }

    private IdException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new InterruptedIdException("interrupted while waiting for ids of tag \"" + name + "\"", e);
    }
}
