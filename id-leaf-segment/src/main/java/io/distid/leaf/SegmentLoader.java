package io.distid.leaf;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a tag's segments, one at a time, and lets callers wait for the one on its way.
 *
 * <p>A failure that may pass (the store does not answer) is retried, ever more slowly, until a load succeeds; callers who
 * run out meanwhile wait for that, each until its own deadline. Any other failure (no such tag, exhausted, regressed) goes at
 * once to those who wait, and the next caller who has run out asks the store anew. The lock is never held across a call of the store.
 */
final class SegmentLoader {
    private static final long FIRST_RETRY_MILLIS = 20;
    private static final long LAST_RETRY_MILLIS = 1_000;

    private final String name;
    private final LeafTag tag;
    private final Loading loading;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Under the lock.
    private boolean underWay;
    private boolean ended;
    private long finalFailures;
    private int failuresInRow;
    private @Nullable IdException failure;

    // Only the load under way touches these.
    private long step;
    private long lastEnd;
    private long grownNanos;

    private volatile long storeStep;
    private volatile long lifeNanos = -1;
    private final LeafCounts counts = new LeafCounts();

    SegmentLoader(String name, LeafTag tag, Loading loading) {
        this.name = name;
        this.tag = tag;
        this.loading = loading;
        grownNanos = nanoTime();
    }

    /** Starts a load unless the next segment is there or on its way. Never waits for the store. */
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
     * The segment after one that is used up.
     *
     * @param deadline by {@link System#nanoTime()}
     */
    OpenSegment await(OpenSegment used, long deadline) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        try {
            long seen = finalFailures;
            while (true) {
                requireNotEnded();
                OpenSegment next = tag.current() == used ? used.next : tag.current();
                if (next != null) {
                    return next;
                }
                if (finalFailures != seen && failure != null) {
                    throw Failures.again(failure);
                }
                start();
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw late();
                }
                changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    /** When a call that begins to wait now has waited long enough. */
    long deadline() {
        return System.nanoTime() + loading.options().maxWait().toNanos();
    }

    long nanoTime() {
        return loading.nanoTime().getAsLong();
    }

    /** Takes note of how long a segment lasted. */
    void usedUp(OpenSegment segment, long now) {
        if (segment.size > 0) {
            lifeNanos = Math.max(0, now - segment.openedNanos);
        }
    }

    void burn(long ids) {
        counts.burned(ids);
    }

    void requireOpen() {
        lock.lock();
        try {
            requireNotEnded();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the tag: who waits and who comes later gets an {@link IllegalStateException}.
     *
     * @return what was not issued, lowest first
     */
    List<Segment> end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
            return drain();
        } finally {
            lock.unlock();
        }
    }

    private List<Segment> drain() {
        List<Segment> rest = new ArrayList<>();
        for (@Nullable OpenSegment segment = tag.cut(); segment != null; segment = segment.next) {
            Segment left = segment.drain();
            if (left != null) {
                rest.add(left);
                counts.burned(left.size());
            }
        }
        return rest;
    }

    private void start() {
        if (!underWay) {
            underWay = true;
            loading.threads().execute(this::load);
        }
    }

    private void load() {
        try {
            Segment segment = claim();
            lastEnd = segment.end();
            loaded(OpenSegment.of(segment, loading.options().prefetchPercent()));
        } catch (Throwable e) {
            failed(Failures.of(name, e));
        }
    }

    private Segment claim() {
        if (storeStep == 0) {
            storeStep = loading.store().step(name);
        }
        adaptStep();
        Segment segment;
        try {
            segment = loading.store().claim(name, step);
        } catch (IdsExhaustedException e) {
            long least = loading.options().step().floor(storeStep);
            if (step <= least) {
                throw e;
            }
            // A step that grew may be too much for what is left where the store's own is not.
            step = least;
            segment = loading.store().claim(name, step);
        }
        if (segment.start() < lastEnd) {
            throw new StoreRegressedException("tag \"" + name + "\": the store granted " + segment
                    + " after it had granted ids up to " + (lastEnd - 1) + ": set it forward, beyond every id in use");
        }
        return segment;
    }

    private void adaptStep() {
        StepRule rule = loading.options().step();
        if (step == 0) {
            step = rule.floor(storeStep);
            return;
        }
        long life = lifeNanos;
        lifeNanos = -1;
        long now = nanoTime();
        long before = step;
        step = life < 0
                ? Math.max(step, rule.floor(storeStep))
                : rule.next(step, storeStep, Duration.ofNanos(life), Duration.ofNanos(now - grownNanos));
        if (step > before) {
            grownNanos = now;
        }
    }

    private void loaded(OpenSegment segment) {
        lock.lock();
        try {
            counts.loaded(segment.size);
            underWay = false;
            failure = null;
            failuresInRow = 0;
            if (ended) {
                counts.burned(segment.size);
            } else {
                tag.current().next = segment;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void failed(IdException error) {
        lock.lock();
        try {
            counts.failed();
            failure = error;
            if (Failures.passing(error) && !ended) {
                retry();
            } else {
                underWay = false;
                finalFailures++;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void retry() {
        long most = Math.max(
                1, Math.min(LAST_RETRY_MILLIS, loading.options().maxWait().toMillis() / 4));
        long delay = Math.min(most, FIRST_RETRY_MILLIS << Math.min(failuresInRow, 10));
        failuresInRow++;
        loading.threads().schedule(this::load, delay, TimeUnit.MILLISECONDS);
    }

    private void requireNotEnded() {
        if (ended) {
            throw new IllegalStateException("closed");
        }
    }

    private BackendException late() {
        IdException cause = failure;
        String waited = "no ids of tag \"" + name + "\" came within max-wait = "
                + loading.options().maxWait().toMillis() + " ms: ";
        return cause == null
                ? new BackendException(waited + "the store has not answered yet; ids go on once it does")
                : new BackendException(waited + cause.getMessage(), cause);
    }

    private IdException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IdException("interrupted while waiting for ids of tag \"" + name + "\"", e);
    }
}
