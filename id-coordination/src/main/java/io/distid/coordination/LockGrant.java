package io.distid.coordination;

import io.distid.LeaseLostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock that is held, until it is unlocked or its lease ends.
 *
 * <p>The lease is counted from before the store was asked, by this process's own clocks. One thousandth of the lease is left out, and one
 * ms: a store counts in ms, and two clocks that are both disciplined drift apart by no more than that. Between the answer of
 * {@link #isHeld()} and what is done next, a process can be paused for any time: what is done under the lock must carry {@link #fence()},
 * and the resource must check it.
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
     * @return at least 1, and greater than that of every earlier grant of this lock, unless the store lost its record and its clock is
     *     behind the last grant
     */
    public long fence() {
        return held.fence();
    }

    /**
     * Whether it is held, by this process's own clocks.
     *
     * @return false once it was unlocked, its lease is over, the store said at an extension that somebody else holds it, or this process is
     *     known to have been checkpointed
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
        return unlocked.get() ? Duration.ZERO : held.remaining();
    }

    /**
     * Has the lease last for that long from now on; so a lease can be made shorter, too. With {@code renew=true} it is extended by that length
     * from then on.
     *
     * @param length from 100 ms to 1 day
     * @throws LeaseLostException if it is not held any more
     * @throws IllegalMonitorStateException if it was unlocked
     * @throws IllegalArgumentException if the length is not within its range
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; it is then held for as long as the shorter of both
     *     leases
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted meanwhile; an interrupt from before does not count
     * @throws IllegalStateException if the locks are closed
     */
    public void extend(Duration length) {
        if (unlocked.get()) {
            throw wasUnlocked();
        }
        held.extend(length);
    }

    /**
     * Has somebody called when the lock is lost before it is unlocked: its lease ended, or an extension was refused since somebody else
     * holds it. Called once, on a thread of the locks that all listeners share; at once, and by the caller, if it is lost already. Once the
     * locks are closed nobody looks at leases any more: then it is called by the next {@link #extend}, {@link #unlock} or {@link #onLoss}.
     *
     * @param listener what must not go on without the lock; one that takes its time has all others wait
     */
    public void onLoss(Runnable listener) {
        held.onLoss(listener);
    }

    /**
     * Frees the lock. A reentrant one is freed once all its grants are unlocked, and only the last of them tells of a loss.
     *
     * <p>A thread that was interrupted before frees it all the same, and stays interrupted.
     *
     * @throws LeaseLostException if it was lost before: others may have held it while the caller worked. Also if the store carried the unlock
     *     out, its answer was lost, and two others were granted the lock before the store was asked again
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; the lock is freed in the background then, once
     *     the store answers and unless the locks are closed before, or is free when its lease is over
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted meanwhile
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
