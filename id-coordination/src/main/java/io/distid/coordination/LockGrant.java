package io.distid.coordination;

import io.distid.LeaseLostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock that is held, until it is unlocked or its lease ends.
 *
 * <p>The lease is counted from before the store was asked, by this process's own clocks. One thousandth of the lease and one ms are left out. A store
 * counts in ms, and two disciplined clocks drift apart by no more than that. A process can be paused for any time between the answer of {@link
 * #isHeld()} and its next step. So what is done under the lock must carry {@link #fence()}, and the resource must check it.
 *
 * <p>Safe for use by any number of threads.
 */
public final class LockGrant implements AutoCloseable {
    private final HeldLock held;
    private final AtomicBoolean unlocked = new AtomicBoolean();

    LockGrant(HeldLock held) {
        this.held = held;
    }

    /**
     * The fencing number, for the resource to check.
     *
     * @return at least 1. It is greater than that of every earlier grant of this lock, unless the store lost its record and its clock is behind the
     *     last grant.
     */
    public long fence() {
        return held.fence;
    }

    /**
     * Whether the lock is held, by this process's own clocks.
     *
     * @return false once it was unlocked, or its lease is over, or an extension was refused since somebody else holds it. Also once this process is
     *     known to have been checkpointed.
     */
    public boolean isHeld() {
        return !remaining().isZero();
    }

    /**
     * For how long the lock is held at least, unless the store loses it.
     *
     * @return by this process's own clocks; zero if it is not held
     */
    public Duration remaining() {
        return unlocked.get() ? Duration.ZERO : held.remaining();
    }

    /**
     * Makes the lease last for that long from now on. It can become shorter, too. With {@code renew=true} later extensions have this length.
     *
     * @param length from 100 ms to 1 day
     * @throws LeaseLostException if it is not held any more
     * @throws IllegalMonitorStateException if it was unlocked
     * @throws IllegalArgumentException if the length is not within its range
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; the lock is then held for the shorter of both leases
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted during the call; an earlier interrupt does not count
     * @throws IllegalStateException if the locks are closed
     */
    public void extend(Duration length) {
        if (unlocked.get()) {
            throw wasUnlocked();
        }
        held.extend(length);
    }

    /**
     * Calls a listener when the lock is lost before it is unlocked: its lease ended, or an extension was refused since somebody else holds it. The
     * listener is called once, on a thread that all listeners share. If the lock is lost already, the calling thread calls it at once. Once the locks
     * are closed, leases are no longer watched. Then the next {@link #extend}, {@link #unlock} or {@link #onLoss} calls it.
     *
     * @param listener stops work that must not go on without the lock; a slow listener delays all others
     */
    public void onLoss(Runnable listener) {
        held.onLoss(listener);
    }

    /**
     * Frees the lock. A reentrant lock is freed once all its grants are unlocked, and only the last unlock reports a loss.
     *
     * <p>An interrupted thread frees it all the same, and stays interrupted.
     *
     * @throws LeaseLostException if it was lost before: others may have held it while the caller worked. Also if the answer to the unlock was lost,
     *     and two others were granted the lock before the store was asked again
     * @throws io.distid.BackendException if the store does not answer in time, or refuses. The lock is then freed in the background once the store
     *     answers, unless the locks are closed before. It is free at the latest when its lease is over.
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted during the call
     * @throws IllegalMonitorStateException if it was unlocked already
     * @throws IllegalStateException if the locks are closed; it is free when its lease is over
     */
    public void unlock() {
        if (!unlocked.compareAndSet(false, true)) {
            throw wasUnlocked();
        }
        held.unlock();
    }

    /** As {@link #unlock()}; does nothing if it was unlocked already. */
    @Override
    public void close() {
        if (!unlocked.get()) {
            unlock();
        }
    }

    /** The lock, its store and the number. */
    @Override
    public String toString() {
        return held.toString();
    }

    private IllegalMonitorStateException wasUnlocked() {
        return new IllegalMonitorStateException(this + " was unlocked already");
    }
}
