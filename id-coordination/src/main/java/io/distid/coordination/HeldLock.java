package io.distid.coordination;

import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.coordination.LockStore.Released;
import io.distid.internal.lease.LeaseToken;
import io.distid.internal.thread.Uninterrupted;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that this process was granted, shared by one or several {@link LockGrant}s. It ends with the last unlock, or with its lease. Safe for use by
 * any number of threads.
 */
final class HeldLock {
    private static final System.Logger LOG = System.getLogger(HeldLock.class.getName());

    private enum State {
        HELD,
        LOST,
        UNLOCKED
    }

    private final FencedLocks locks;
    private final LocalTurns.Turn turn;
    private final String name;
    final long fence;
    private final LeaseToken token;
    private final int copies;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
    private final AtomicInteger holds = new AtomicInteger(1);
    private final ReentrantLock extending = new ReentrantLock();
    private final List<Runnable> listeners = new ArrayList<>();
    /** Why the lock was lost; empty before. */
    private volatile String lossReason = "";

    volatile Lease lease;
    /** The longest lease that the store was asked for, answered or not. */
    private volatile Duration longest;

    private volatile Runnable afterwards = () -> {};
    private final LockRenewal renewal;

    HeldLock(
            FencedLocks locks,
            LocalTurns.Turn turn,
            String name,
            long fence,
            LeaseToken token,
            int copies,
            Lease lease,
            Duration length) {
        this.locks = locks;
        this.turn = turn;
        this.name = name;
        this.fence = fence;
        this.token = token;
        this.copies = copies;
        this.lease = lease;
        this.longest = length;
        this.renewal = new LockRenewal(locks, this);
    }

    Duration remaining() {
        if (state.get() != State.HELD || copies != locks.copies()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, lease.left(locks.clock)));
    }

    void extend(Duration length) {
        FencedLocks.requireLease("a lock", length);
        Uninterrupted.run(() -> {
            extending.lock();
            try {
                checkClocks();
                extendInTurn(length);
            } finally {
                extending.unlock();
                renewal.look();
            }
        });
        if (state.get() == State.UNLOCKED) {
            throw new IllegalMonitorStateException(this + " was unlocked already");
        }
        if (state.get() == State.LOST) {
            throw lost();
        }
    }

    void onLoss(Runnable listener) {
        // A lease may have ended without being noticed.
        checkClocks();
        synchronized (listeners) {
            if (state.get() != State.LOST) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    /** Ends one grant, and frees the lock with the last. */
    void unlock() {
        if (holds.decrementAndGet() > 0) {
            return;
        }
        afterwards.run();
        checkClocks();
        if (!state.compareAndSet(State.HELD, State.UNLOCKED)) {
            throw lost();
        }
        Released released = Released.FREED;
        try {
            renewal.cancel();
            released = Uninterrupted.call(this::release);
        } finally {
            endTurn(released);
        }
        if (released == Released.LOST) {
            throw lostInRelease();
        }
    }

    private LeaseLostException lostInRelease() {
        long left = lease.left(locks.clock);
        String cause = left <= 0
                ? ": its lease ended while it was being freed"
                : ", though its lease had " + left / 1_000_000 + " ms left: the store's clock jumped, it lost writes";
        // Two others, because a record still names the holder before.
        return new LeaseLostException(this + " was no longer held when it was unlocked" + cause
                + ". Or the unlock succeeded, its answer was lost, and two others were granted the lock before it"
                + " was repeated. What was done under it must have carried its number.");
    }

    private Released release() {
        try {
            return locks.store.release(name, fence, token.tokens());
        } catch (IdException e) {
            giveUp();
            throw e;
        }
    }

    /** The lock, its store and the number. */
    @Override
    public String toString() {
        return "grant " + fence + " of " + locks.describe(name);
    }

    /** Grants it to its thread once more; false if it is already unlocked. */
    boolean grantAgain() {
        checkClocks();
        if (state.get() == State.LOST) {
            throw lost();
        }
        return holds.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void whenUnlocked(Runnable action) {
        afterwards = action;
    }

    /** Begins to watch the lease. */
    void start() {
        renewal.schedule();
    }

    /** Whether it was unlocked, or is known to be lost. */
    boolean isOver() {
        return state.get() != State.HELD;
    }

    /** Extends a lease, unless it is already extended. */
    void renew(Lease seen) {
        extending.lock();
        try {
            if (lease == seen) {
                extendInTurn(Duration.ofNanos(seen.nanos()));
            }
        } finally {
            extending.unlock();
        }
    }

    private void extendInTurn(Duration length) {
        Lease fresh = Lease.of(locks.clock.now(), length);
        String next = token.next();
        // Checked after the token was drawn: a later unlock knows the token, and an earlier unlock is seen here.
        if (state.get() != State.HELD) {
            return;
        }
        if (length.compareTo(longest) > 0) {
            longest = length;
        }
        if (fresh.left(locks.clock) < lease.left(locks.clock)) {
            // A shorter lease counts from here on, since it may be granted without an answer.
            lease = fresh;
        }
        if (!locks.store.extend(name, fence, token.tokens(), next, length)) {
            lose(
                    "another caller was granted it, or its record is gone: the store's clock jumped, it lost"
                            + " writes, or this process is a copy",
                    false);
            return;
        }
        token.confirmed(next);
        lease = fresh;
        if (state.get() == State.LOST && copies == locks.copies()) {
            giveUp();
        }
    }

    /** Frees the lock in the store, which may still record this process as its holder. */
    private void giveUp() {
        new GivenUpGrant(locks, name, fence, token.tokens(), longest).free();
    }

    /** Marks the lock as lost if its lease is over. */
    void checkClocks() {
        if (state.get() == State.HELD && remaining().isZero()) {
            boolean copied = copies != locks.copies();
            lose(
                    copied
                            ? "this process may have been copied, and another may hold it with the same number"
                            : "its lease of " + lease.nanos() / 1_000_000 + " ms is over",
                    !copied);
        }
    }

    private void lose(String reason, boolean mayBeFreed) {
        synchronized (listeners) {
            if (state.get() != State.HELD) {
                return;
            }
            // Set before anybody can see the state.
            lossReason = reason;
            if (!state.compareAndSet(State.HELD, State.LOST)) {
                return;
            }
        }
        try {
            renewal.cancel();
        } finally {
            // The turn ends even after an error, such as out of memory. Otherwise no thread of this process could take
            // the lock again.
            turn.end();
        }
        try {
            if (mayBeFreed) {
                giveUp();
            }
        } finally {
            // No listener is added after this.
            listeners.forEach(listener -> locks.timers().callListener(() -> call(listener)));
        }
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
        boolean later = false;
        try {
            long rest = released == Released.FREED_AND_WANTED
                    ? locks.store.handOver().toNanos()
                    : 0;
            later = rest > 0 && locks.timers().runIn(rest, turn::end) != null;
        } finally {
            if (!later) {
                turn.end();
            }
        }
    }

    private LeaseLostException lost() {
        return new LeaseLostException(
                this + " is lost: " + lossReason + ". What was done under it must have carried its number.");
    }
}
