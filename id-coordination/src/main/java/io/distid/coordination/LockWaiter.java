package io.distid.coordination;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.StoreRegressedException;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.internal.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that wants a lock: it asks the store, waits for an event or a time-out, and asks again. Used by that thread alone.
 *
 * <p>Each attempt has a token of its own, so that a repeat within the store is recognized. An attempt without an answer may have been carried out. It
 * is abandoned, and its possible grant is freed in the background.
 */
final class LockWaiter {
    private static final long SHORTEST_PAUSE_NANOS = 2_000_000;

    private final FencedLocks locks;
    private final LockStore store;
    private final String name;
    private final Duration lease;
    private final LocalTurns.Turn turn;
    private final Semaphore wakeUps = new Semaphore(0);
    private long pause = SHORTEST_PAUSE_NANOS;
    /** How long another holds the lock at most, by the last answer. */
    private long heldNanos;

    LockWaiter(FencedLocks locks, String name, Duration lease, LocalTurns.Turn turn) {
        this.locks = locks;
        this.store = locks.store;
        this.name = name;
        this.lease = lease;
        this.turn = turn;
    }

    /** The grant, not started yet; null if others held the lock until the deadline. */
    @Nullable
    HeldLock await(Deadline deadline) throws InterruptedException {
        HeldLock first = ask();
        if (first != null || deadline.left() <= 0) {
            return first;
        }
        LockStore.Watch watch = store.watch(name, wakeUps::release);
        try {
            while (true) {
                // Asked again before the first pause: the lock may have been freed before the watch began.
                HeldLock next = ask();
                long left = deadline.left();
                if (next != null || left <= 0) {
                    return next;
                }
                boolean woken = wakeUps.tryAcquire(Math.min(left, pause()), TimeUnit.NANOSECONDS);
                wakeUps.drainPermits();
                pause = woken ? SHORTEST_PAUSE_NANOS : pause * 2;
            }
        } finally {
            watch.close();
        }
    }

    /** Null if another holds the lock. */
    private @Nullable HeldLock ask() throws InterruptedException {
        locks.requireOpen();
        // Read before the token is drawn. A copy of the process that is made from here on has the same token, and may
        // be granted the lock, too.
        int copies = locks.copies();
        LeaseClock.Moment asked = locks.clock.now();
        String token = LeaseToken.draw();
        List<String> tokens = List.of(token);
        LockStore.Answer answer;
        try {
            answer = store.take(name, locks.process, tokens, token, lease);
        } catch (InterruptedIdException e) {
            abandon(tokens);
            Thread.interrupted();
            InterruptedException interrupted =
                    new InterruptedException("interrupted while asking for " + locks.describe(name));
            interrupted.initCause(e);
            throw interrupted;
        } catch (RuntimeException | Error e) {
            // After any failure, the store may have carried it out.
            abandon(tokens);
            throw e;
        }
        if (answer instanceof Held held) {
            heldNanos = held.atMost().toNanos();
            return null;
        }
        long fence = ((Granted) answer).fence();
        requireNoRegression(fence, tokens);
        Lease granted = Lease.of(asked, lease);
        HeldLock grant = new HeldLock(locks, turn, name, fence, new LeaseToken(token), copies, granted, lease);
        // Checked before the lease: a grant of a copied process belongs to nobody, however much of its lease is left.
        if (copies != locks.copies()) {
            abandon(tokens);
            throw new BackendException(grant + " is not granted: a checkpoint of this process was made or"
                    + " restored while the store was asked, and a copy may have had the same answer; the lock is"
                    + " freed again");
        }
        if (grant.remaining().isZero()) {
            abandon(tokens);
            throw new BackendException(
                    locks.describe(name) + " was granted, but " + granted.endedBeforeAnswer(locks.clock));
        }
        return grant;
    }

    private void requireNoRegression(long fence, List<String> tokens) {
        long known = locks.fences.note(name, fence);
        if (fence <= known) {
            abandon(tokens);
            throw new StoreRegressedException(
                    locks.describe(name) + " was granted with number " + fence + ", but " + known
                            + " was granted before: was the store restored or failed over, with its clock set"
                            + " back? The lock is freed again, since resources refuse such a number. It"
                            + " can be granted once the store's clock has passed the lost one.");
        }
    }

    private void abandon(List<String> tokens) {
        new GivenUpGrant(locks, name, 0, tokens, lease).free();
    }

    /** A random part of a growing pause, but at most until the holder's lease ends. */
    private long pause() {
        long longest = store.pollInterval().toNanos();
        long most = Math.min(pause, longest);
        pause = most;
        long random = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
        return Math.min(random, heldNanos + ThreadLocalRandom.current().nextLong(1_000_000, SHORTEST_PAUSE_NANOS));
    }
}
