package io.distid.coordination;

import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.coordination.LockStore.Released;
import io.distid.worker.LeaseToken;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that is held, until it is unlocked or its lease ends.
 *
 * <p>The lease is counted from before the store was asked, by this process's own clocks, and a thousandth of it is left out, which is more
 * than two clocks drift apart. Between the answer of {@link #isHeld()} and what is done next, a process can be paused for any time: what
 * is done under the lock must carry {@link #fence()}, and whoever does it must check that.
 *
 * <p>Safe for use by any number of threads.
 */
public final class LockGrant implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LockGrant.class.getName());
    /** Of the lease, that clocks may differ by. */
    private static final int DRIFT_PART = 1_000;
    /** Parts of a lease after which it is extended, and after which that is tried again. */
    private static final int RENEWALS = 3;

    private static final int RETRIES = 20;

    private enum State {
        HELD,
        LOST,
        UNLOCKED
    }

    /**
     * What is left of it is counted from here.
     *
     * @param from before the store was asked
     * @param nanos how long it lasts
     */
    private record Lease(LeaseClock.Moment from, long nanos) {
        long left(LeaseClock clock) {
            return nanos - nanos / DRIFT_PART - from.passed(clock);
        }
    }

    private final FencedLocks locks;
    private final LocalTurns.Turn turn;
    private final String name;
    private final long fence;
    private final LeaseToken token;
    private final int copies;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
    private final AtomicInteger holds = new AtomicInteger(1);
    private final ReentrantLock extending = new ReentrantLock();
    private final List<Runnable> listeners = new ArrayList<>();
    private volatile Lease lease;
    private volatile @Nullable Future<?> timer;
    private volatile Runnable afterwards = () -> {};
    private boolean failing;

    LockGrant(
            FencedLocks locks,
            LocalTurns.Turn turn,
            String name,
            long fence,
            LeaseToken token,
            LeaseClock.Moment asked,
            Duration lease) {
        this.locks = locks;
        this.turn = turn;
        this.name = name;
        this.fence = fence;
        this.token = token;
        this.copies = locks.copies();
        this.lease = new Lease(asked, lease.toNanos());
    }

    /**
     * The fencing number, for the resource to check.
     *
     * @return at least 1, and greater than that of every earlier grant of this lock
     */
    public long fence() {
        return fence;
    }

    /**
     * Whether it is held, by this process's own clocks.
     *
     * @return false once it was unlocked, its lease is over, somebody else was granted the lock, or this process may have been copied
     */
    public boolean isHeld() {
        return !remaining().isZero();
    }

    /**
     * For how long it is held at least, unless the store loses it.
     *
     * @return by this process's own clocks; zero if it is not held
     */
    public Duration remaining() {
        if (state.get() != State.HELD || copies != locks.copies()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, lease.left(locks.clock())));
    }

    /**
     * Extends the lease, from now on.
     *
     * @param length from 100 ms to 1 day
     * @throws LeaseLostException if it is not held any more
     * @throws IllegalArgumentException if the length is not within its range
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; it is held for as long as it was
     */
    public void extend(Duration length) {
        FencedLocks.requireLease(length);
        extending.lock();
        try {
            if (!isHeld()) {
                lose("its lease was over before it was extended");
            } else {
                extendInTurn(length);
            }
        } finally {
            extending.unlock();
        }
        if (state.get() != State.HELD) {
            throw lost();
        }
    }

    /**
     * Has somebody called when the lock is lost: its lease ended, or somebody else holds it. Called once, on a thread of the locks that all
     * listeners share; at once, and by the caller, if it is lost already. Not called after it was unlocked.
     *
     * @param listener what must not go on without the lock
     */
    public void onLoss(Runnable listener) {
        // A lease that ran out unnoticed is lost, too.
        checkClocks();
        synchronized (listeners) {
            if (state.get() != State.LOST) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    /**
     * Frees the lock. A reentrant one is freed once it was unlocked as often as it was granted.
     *
     * @throws LeaseLostException if it was lost before: others may have held it while the caller worked
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; the lock is then free once its lease is over
     * @throws IllegalMonitorStateException if it was unlocked already
     */
    public void unlock() {
        int left = holds.decrementAndGet();
        if (left > 0) {
            return;
        }
        if (left < 0) {
            holds.incrementAndGet();
            throw new IllegalMonitorStateException(this + " was unlocked already");
        }
        afterwards.run();
        checkClocks();
        if (!state.compareAndSet(State.HELD, State.UNLOCKED)) {
            throw lost();
        }
        cancelTimer();
        Released released = Released.FREED;
        try {
            released = locks.store().release(name, fence, token.tokens());
        } finally {
            endTurn(released);
        }
        if (released == Released.LOST) {
            throw new LeaseLostException(
                    this + " was not held any more when it was unlocked, though its lease had "
                            + lease.left(locks.clock()) / 1_000_000
                            + " ms left: did the store's clock jump, or did it lose writes? What was done under it must have carried its number.");
        }
    }

    /** As {@link #unlock()}. */
    @Override
    public void close() {
        unlock();
    }

    /** The lock, its store and the number. */
    @Override
    public String toString() {
        return "grant " + fence + " of " + locks.describe(name);
    }

    LockGrant again() {
        if (!isHeld()) {
            checkClocks();
            throw lost();
        }
        holds.incrementAndGet();
        return this;
    }

    LockGrant whenUnlocked(Runnable action) {
        afterwards = action;
        return this;
    }

    /** Begins to look after the lease. */
    void start() {
        schedule(locks.renews() ? lease.nanos() / RENEWALS : lease.left(locks.clock()));
    }

    private void schedule(long nanos) {
        timer = locks.timers().in(nanos, this::look);
        if (state.get() != State.HELD) {
            cancelTimer();
        }
    }

    private void cancelTimer() {
        Future<?> scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    /** Extends the lease if that is asked for; notices if it is over. */
    private void look() {
        checkClocks();
        if (state.get() != State.HELD) {
            return;
        }
        Lease seen = lease;
        if (locks.renews()) {
            renew(seen);
        }
        if (state.get() == State.HELD) {
            long left = lease.left(locks.clock());
            // One that was just extended is extended again after a third of it; one that could not be, a little later.
            long next = !locks.renews() ? left : lease != seen ? seen.nanos() / RENEWALS : seen.nanos() / RETRIES;
            schedule(Math.min(left, next));
        }
    }

    private void renew(Lease seen) {
        extending.lock();
        try {
            if (lease == seen && state.get() == State.HELD) {
                extendInTurn(Duration.ofNanos(seen.nanos()));
                failing = false;
            }
        } catch (IdException | IllegalStateException e) {
            if (!failing && state.get() == State.HELD) {
                LOG.log(
                        Level.WARNING,
                        this + " could not be extended and is held for "
                                + remaining().toMillis() + " ms; trying on: " + e.getMessage());
            }
            failing = true;
        } finally {
            extending.unlock();
        }
    }

    private void extendInTurn(Duration length) {
        LeaseClock.Moment asked = locks.clock().now();
        String next = token.next();
        if (locks.store().extend(name, fence, token.tokens(), next, length)) {
            token.confirmed(next);
            lease = new Lease(asked, length.toNanos());
        } else {
            lose(
                    "somebody else was granted it, or its record is gone: the store's clock jumped, it lost writes, or this process is a copy");
        }
    }

    /** Notices a lease that is over. */
    private void checkClocks() {
        if (state.get() == State.HELD && remaining().isZero()) {
            lose(
                    copies != locks.copies()
                            ? "this process may have been copied, and another may hold it with the same number"
                            : "its lease of " + lease.nanos() / 1_000_000 + " ms is over");
        }
    }

    private void lose(String reason) {
        List<Runnable> called;
        synchronized (listeners) {
            if (!state.compareAndSet(State.HELD, State.LOST)) {
                return;
            }
            called = List.copyOf(listeners);
        }
        cancelTimer();
        turn.end();
        called.forEach(listener -> locks.timers().tell(() -> call(listener)));
        LOG.log(Level.WARNING, this + " is lost: " + reason);
    }

    private void call(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "a listener to the loss of " + this + " failed", e);
        }
    }

    private void endTurn(Released released) {
        long rest =
                released == Released.FREED_AND_WANTED ? locks.store().handOver().toNanos() : 0;
        if (rest == 0 || locks.timers().in(rest, turn::end) == null) {
            turn.end();
        }
    }

    private LeaseLostException lost() {
        return new LeaseLostException(
                this
                        + " is lost: its lease ended, or somebody else was granted the lock. What was done under it must have carried its number.");
    }
}
