package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.SegmentStats;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.Segment;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Loads a tag's segments, one at a time, and lets callers wait for the load under way.
 *
 * <p>The next segment is loaded once enough of the one in hand is used. If the loader can foresee that moment, it looks by the clock, so that no
 * caller has to wake it. A woken thread may get the core of the caller, whose call then lasts as long as the claim. If the loader cannot foresee it,
 * a caller asks. If the segment in hand was used up before the next one came, the one after that is fetched at once. At most two segments are in
 * hand.
 *
 * <p>A failure that may pass (the store does not answer) is retried at growing intervals until a load succeeds. Callers who run out of ids wait for
 * that, each until its own deadline. Any other failure (no such tag, exhausted, regressed) goes at once to the waiting callers. The next caller who
 * runs out asks the store again. The lock is never held across a call of the store.
 *
 * <p>Nothing is loaded from before a checkpoint of the process until after it, so that a copy has no ids in hand. Callers wait.
 */
final class SegmentLoader {
    private static final System.Logger LOG = System.getLogger(SegmentLoader.class.getName());
    private static final long FIRST_RETRY_MILLIS = 20;
    private static final long LAST_RETRY_MILLIS = 1_000;
    private static final long SHORTEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A tag that needs a claim less often is left to its callers, so that most tags have no timer. */
    private static final long LONGEST_LOOK_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Delays the look, so that the claim is due then even if the rate falls a little. */
    private static final double LATER = 1.05;
    /** How often a caller looks whether a checkpoint is over. */
    private static final long EXPOSED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private enum State {
        IDLE,
        /**
         * Handed to a thread, now or for later. If the handover fails, the state changes, and a thread that runs the task all the same loads nothing.
         */
        ASKED,
        LOADING
    }

    private final LeafTag tag;
    private final LoadContext loading;
    private final Demand demand;
    private final SegmentClaims claims;
    private final Runnable unknown;
    private final CopyDetector copies = CopyDetector.system();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Under the lock.
    private State state = State.IDLE;
    private boolean ended;
    private boolean isUnknown;
    private @Nullable IdException failure;
    private int failuresInRow;
    private long finalFailures;
    private @Nullable Future<?> look;
    /** The ids that were not issued when the loader ended, lowest first. */
    private final List<Segment> unissued = new ArrayList<>();
    /** The epoch of the process when the loader ended. */
    private int endEpoch;

    /**
     * A loader that has not begun to load.
     *
     * @param unknown called once if the store refuses the tag before it granted any segment; the tag then never has ids
     */
    SegmentLoader(LeafTag tag, LoadContext loading, Runnable unknown) {
        this.tag = tag;
        this.loading = loading;
        this.unknown = unknown;
        demand = new Demand(loading.options().step(), now());
        claims = new SegmentClaims(tag.name(), loading, demand);
    }

    private long now() {
        return loading.nanoTime().getAsLong();
    }

    /** Starts a load unless the next segment is there or being loaded. Never waits for the store. */
    void prefetch() {
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
     * The segment after one that gives no more ids; waits until it is there.
     *
     * @param deadline by {@link System#nanoTime()}
     */
    OpenSegment await(OpenSegment used, long deadline) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw counted(Failures.interrupted(tag.name(), e));
        }
        try {
            long seen = finalFailures;
            boolean waiting = false;
            while (true) {
                if (ended) {
                    throw new IllegalStateException("the generator of tag \"" + tag.name() + "\" is closed");
                }
                tag.dropCopied();
                OpenSegment current = tag.current();
                OpenSegment next = current == used ? used.next : current;
                if (next != null) {
                    return next;
                }
                if (failure != null && (isUnknown || finalFailures != seen)) {
                    throw counted(Failures.ofCaller(failure));
                }
                start();
                if (ended) {
                    continue; // the threads are closed
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw counted(late());
                }
                if (!waiting) {
                    waiting = true;
                    tag.counts().calls.waits();
                }
                changed.awaitNanos(isExposed() ? Math.min(left, EXPOSED_NANOS) : left);
                tag.counts().calls.waited(left - (deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            throw counted(Failures.interrupted(tag.name(), e));
        } finally {
            lock.unlock();
        }
    }

    /** The deadline of a call that begins to wait now. */
    long deadline() {
        return System.nanoTime() + loading.options().maxWait().toNanos();
    }

    /** Ends loading. Waiting and later callers get an {@link IllegalStateException}. A load under way still arrives. */
    void end() {
        lock.lock();
        try {
            ended = true;
            cancelLook();
            copies.look();
            endEpoch = copies.epoch();
            tag.dropCopied();
            unissued.addAll(tag.drain());
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Burns the ids in hand. A load under way still arrives. */
    void drop() {
        lock.lock();
        try {
            claims.startOver();
            tag.drain();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Offers the store the unissued ids, highest first, unless a copy of the process may offer them, too. To be called once this has ended and no
     * load is under way.
     */
    void giveBack() {
        for (int i = unissued.size() - 1; i >= 0; i--) {
            Segment left = unissued.get(i);
            copies.look();
            if (copies.epoch() != endEpoch || !loading.store().giveBack(tag.name(), left)) {
                return;
            }
            tag.counts().gaveBack(left.size());
        }
    }

    /** Records the step that the store holds; with 0, the next claim asks the store for it. */
    void storeStep(long known) {
        claims.storeStep(known);
    }

    /**
     * How the tag stands.
     *
     * @param held ids that left a segment and are still to be issued
     * @param lost ids that left a segment and will never be issued
     */
    SegmentStats stats(long held, long lost) {
        lock.lock();
        try {
            tag.dropCopied();
            LeafCounts counts = tag.counts();
            long left = tag.left() + held;
            long issued = counts.issued(left, lost);
            double perSecond = demand.observe(now(), issued);
            return new SegmentStats(
                    tag.name(),
                    demand.step(),
                    left,
                    perSecond,
                    perSecond > 0 ? Duration.ofMillis((long) (left / perSecond * 1_000)) : null,
                    issued,
                    counts.burned.get() + lost,
                    counts.givenBack.get(),
                    counts.loads.get(),
                    counts.failures.get(),
                    failure == null ? null : failure.getMessage());
        } finally {
            lock.unlock();
        }
    }

    private boolean isExposed() {
        return CopyDetector.isExposed(copies.epoch());
    }

    private void start() {
        if (state == State.IDLE && !isExposed()) {
            try {
                ask(() -> loading.threads().execute(this::load));
            } catch (RejectedExecutionException e) {
                // The tag was opened while all tags were closed.
                ended = true;
            }
        }
    }

    private void ask(Runnable handOver) {
        state = State.ASKED;
        boolean isHandedOver = false;
        try {
            handOver.run();
            isHandedOver = true;
        } finally {
            if (!isHandedOver) {
                state = State.IDLE;
            }
        }
    }

    /** Schedules a look at the moment when the next segment should be due. Schedules none if that moment is too far off. */
    private boolean lookLater(long ids) {
        cancelLook();
        double delay = demand.nanosFor(ids) * LATER;
        if (loading.options().prefetchPercent() == 100 || !(delay < LONGEST_LOOK_NANOS)) {
            return false;
        }
        look = loading.threads()
                .schedule(this::look, Math.max(SHORTEST_LOOK_NANOS, (long) delay), TimeUnit.NANOSECONDS);
        return true;
    }

    private void cancelLook() {
        if (look != null) {
            look.cancel(false);
            look = null;
        }
    }

    /** Runs on a loader thread: loads if a load is due, else looks again later. */
    private void look() {
        lock.lock();
        try {
            // If nothing is left, the next caller asks.
            if (ended || state != State.IDLE || tag.left() == 0) {
                return;
            }
            long until = tag.untilDue();
            if (until > 0) {
                observe();
                lookLater(until);
                return;
            }
            state = State.ASKED;
        } finally {
            lock.unlock();
        }
        load();
    }

    private void observe() {
        demand.observe(now(), tag.counts().issued(tag.left(), 0));
    }

    /** Ends the load's state after any exception, even an out-of-memory error. */
    private void load() {
        int epoch;
        lock.lock();
        try {
            if (state != State.ASKED) {
                return;
            }
            epoch = copies.epoch();
            state = ended || CopyDetector.isExposed(epoch) ? State.IDLE : State.LOADING;
            if (state == State.IDLE) {
                // Waiting callers look from now on whether the checkpoint is over.
                changed.signalAll();
                return;
            }
        } finally {
            lock.unlock();
        }
        int failedBefore = 0;
        IdException reason = null;
        try {
            failedBefore = loaded(claims.claim(), epoch);
        } catch (Throwable e) {
            reason = failed(e);
        }
        // Logged last, since a logger's handlers may throw.
        if (failedBefore > 0) {
            LOG.log(
                    Level.INFO,
                    "segments of tag \"{0}\" are loaded again, after {1} failed loads",
                    tag.name(),
                    failedBefore);
        }
        if (reason != null) {
            LOG.log(Level.WARNING, "no segment of tag \"{0}\" could be loaded: {1}", tag.name(), reason.getMessage());
        }
    }

    /** Adds a segment; returns how many loads failed before it, or 0 if no failure was logged. */
    private int loaded(Segment range, int epoch) {
        lock.lock();
        try {
            state = State.IDLE;
            failure = null;
            int failedBefore = tag.counts().loads.get() > 0 ? failuresInRow : 0;
            failuresInRow = 0;
            tag.dropCopied();
            boolean isUsedUpEarly = tag.isUsedUpEarly();
            observe();
            int percent = loading.options().prefetchPercent();
            boolean isForeseen =
                    !ended && !isUsedUpEarly && lookLater(tag.left() + OpenSegment.dueAt(range.size(), percent) + 1);
            OpenSegment segment = OpenSegment.of(range, percent, isForeseen, epoch);
            tag.counts().loaded(segment.size);
            tag.append(segment);
            if (ended) {
                // The process may have been copied since the claim.
                tag.dropCopied();
                unissued.addAll(tag.drain());
            } else if (isUsedUpEarly) {
                start();
            }
            return failedBefore;
        } finally {
            changed.signalAll();
            lock.unlock();
        }
    }

    /** Schedules a retry, or ends the load. Returns the failure if it is the first in a row and is to be logged. */
    private @Nullable IdException failed(Throwable thrown) {
        lock.lock();
        boolean isFinal = true;
        try {
            if (state != State.LOADING) {
                return null; // the segment was loaded before the exception
            }
            state = State.IDLE;
            tag.counts().failures.incrementAndGet();
            IdException error = Failures.of(tag.name(), thrown);
            failure = error;
            if (error instanceof StoreRegressedException) {
                // No call fails while ids are in hand, and the generator may be closed before they are used up. So the
                // failure is counted here.
                counted(error);
            }
            boolean isFirst = failuresInRow++ == 0 && tag.counts().loads.get() > 0;
            if (Failures.isTransient(error) && !ended) {
                long delay = retryMillis();
                ask(() -> loading.threads().schedule(this::load, delay, TimeUnit.MILLISECONDS));
                isFinal = false;
            } else {
                cancelLook();
                if (error instanceof ConfigException && tag.counts().loads.get() == 0) {
                    isUnknown = true;
                    unknown.run();
                }
            }
            return isFirst ? error : null;
        } finally {
            if (isFinal) {
                finalFailures++;
            }
            changed.signalAll();
            lock.unlock();
        }
    }

    private long retryMillis() {
        long most = Math.max(
                1, Math.min(LAST_RETRY_MILLIS, loading.options().maxWait().toMillis() / 4));
        return Math.min(most, FIRST_RETRY_MILLIS << Math.min(failuresInRow - 1, 10));
    }

    private <E extends IdException> E counted(E error) {
        return tag.counts().calls.failed(error);
    }

    private IdException late() {
        return isExposed()
                ? Failures.exposed(tag.name())
                : Failures.late(tag.name(), loading.options().maxWait(), failure);
    }
}
