package io.distid.coordination;

import java.time.Duration;
import java.util.Optional;

/**
 * One lock, known by its name to all processes that use the same store. At most one process holds it, for as long as its lease lasts.
 *
 * <p>A lease ends by clocks, and a holder may be paused across that end without noticing. So each grant carries a {@linkplain LockGrant#fence()
 * fencing number}, greater than that of every earlier grant of this lock. The holder sends it along with each write, and the resource refuses a
 * number lower than the greatest it has seen.
 *
 * <p>Threads of one process get the lock in the order of their calls, and only the first of them asks the store. A process that frees a lock which
 * another process wants does not ask for it for a moment, so that the other gets its turn.
 *
 * <p>Not reentrant unless {@link FencedLocks} was opened with {@code reentrant=true}: a thread that asks again for a lock it holds waits like any
 * other. If it is reentrant, the inner grant has the lease of the first. A grant belongs to no thread: any thread may unlock it.
 *
 * <p>Safe for use by any number of threads. Waiting can be interrupted.
 */
public final class FencedLock {
    private final FencedLocks locks;
    private final String name;

    FencedLock(FencedLocks locks, String name) {
        this.locks = locks;
        this.name = name;
    }

    /**
     * Waits for the lock, for as long as others hold it, and takes it for the lease of the settings.
     *
     * @return the grant, to be unlocked by the caller
     * @throws InterruptedException if the thread is interrupted before or while it waits; the lock is not held then
     * @throws io.distid.BackendException if the store does not answer in time, or refuses, or answers later than the lease lasts
     * @throws io.distid.StoreRegressedException if the store went back to numbers below those it had granted
     * @throws io.distid.LeaseLostException if locks are reentrant, and the thread lost this one and has not unlocked it yet
     * @throws IllegalStateException if the locks are closed
     */
    public LockGrant lock() throws InterruptedException {
        return lock(locks.lease);
    }

    /**
     * Waits for the lock, for as long as others hold it.
     *
     * @param lease from 100 ms to 1 day
     * @return the grant, to be unlocked by the caller
     * @throws InterruptedException if the thread is interrupted before or while it waits; the lock is not held then
     * @throws IllegalArgumentException if the lease is not within its range
     * @throws io.distid.IdException as {@link #lock()}
     * @throws IllegalStateException if the locks are closed
     */
    public LockGrant lock(Duration lease) throws InterruptedException {
        return locks.acquire(name, FencedLocks.FOREVER, lease).orElseThrow();
    }

    /**
     * Takes the lock if it is free, for the lease of the settings.
     *
     * @return the grant; empty if another holds the lock, or this process has just freed it for another
     * @throws InterruptedException if the thread is interrupted; the lock is not held then
     * @throws io.distid.IdException as {@link #lock()}
     * @throws IllegalStateException if the locks are closed
     */
    public Optional<LockGrant> tryLock() throws InterruptedException {
        return tryLock(Duration.ZERO, locks.lease);
    }

    /**
     * Waits for the lock for at most a given time.
     *
     * @param wait how long; zero or less means one attempt. If the store does not answer, its own time-out comes on top.
     * @param lease from 100 ms to 1 day
     * @return the grant; empty if others held the lock all the time
     * @throws InterruptedException if the thread is interrupted before or while it waits; the lock is not held then
     * @throws IllegalArgumentException if the lease is not within its range
     * @throws io.distid.IdException as {@link #lock()}
     * @throws IllegalStateException if the locks are closed
     */
    public Optional<LockGrant> tryLock(Duration wait, Duration lease) throws InterruptedException {
        return locks.acquire(name, wait, lease);
    }

    /** The lock's name in the store. */
    public String name() {
        return name;
    }

    /** The name and the store. */
    @Override
    public String toString() {
        return locks.describe(name);
    }
}
