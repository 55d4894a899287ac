package io.distid.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a {@link LeaseRenewer}, and which lease they renew next: each at a third of its reservation, sooner after a failure, and at once when a
 * tick beyond its bound is wanted. Those that are due at about the same time are renewed together.
 *
 * <p>The first starts with the first lease; another, up to a bound, while all are busy and a lease waits; all end with the last lease. That
 * bound and how many leases go in one request are each source's figures. What may block besides the store, clocks aside, is done by others. Safe for use by any
 * number of threads.
 */
final class RenewalThreads {
    /** How long a thread that is not needed waits for a lease that is due, before it ends. */
    private static final long LINGER_NANOS = 1_000_000_000;

    private static final long AFTER_ERROR_NANOS = 100_000_000;

    private final int mostThreads;
    private final int mostLeases;
    private final RenewalRound round;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<ScheduledRenewal> waiting = new PriorityQueue<>();
    private final NoticeThreads notices = new NoticeThreads(task -> thread(task, "tell"));
    private final AtomicInteger started = new AtomicInteger();
    /** Under the lock: those that wait and those that are renewed just now. */
    private int leases;

    private int threads;
    private int idle;
    private volatile String name = "distid-leases";

    /**
     * Starts none yet.
     *
     * @param mostThreads at a time
     * @param mostLeases that are renewed together
     * @param batch renews them; null if they are renewed one by one
     */
    RenewalThreads(int mostThreads, int mostLeases, @Nullable LeaseBatch batch) {
        this.mostThreads = mostThreads;
        this.mostLeases = mostLeases;
        this.round = new RenewalRound(batch);
    }

    /** Renews a lease from now on. Throws what starting a thread throws; then the lease is not renewed. */
    ScheduledRenewal add(RenewedLease lease, String namespace, Duration reservation) {
        ScheduledRenewal renewal = new ScheduledRenewal(lease, this, reservation);
        lock.lock();
        try {
            if (leases == 0) {
                name = "distid-leases-" + namespace;
            }
            putBack(renewal, false);
            leases++;
            if (threads == 0) {
                startOne();
            } else {
                haveAWaiter();
            }
        } catch (RuntimeException | Error e) {
            drop(renewal);
            throw e;
        } finally {
            lock.unlock();
        }
        return renewal;
    }

    /** Has something that may block done by a thread that renews nothing. */
    void tell(Runnable task) {
        notices.execute(task);
    }

    /** Looks at a lease that is over, or whose bound is too low. */
    void wake(ScheduledRenewal renewal, boolean needed) {
        if (!needed) {
            return;
        }
        lock.lock();
        try {
            if (!renewal.isWaiting()) {
                renewal.woken(true);
            } else if (renewal.lease().isOver()) {
                drop(renewal);
            } else {
                waiting.remove(renewal);
                boolean sooner = renewal.hasten(System.nanoTime());
                waiting.add(renewal);
                if (sooner) {
                    changed.signalAll();
                    haveAWaiter();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop(ScheduledRenewal renewal) {
        if (waiting.remove(renewal)) {
            renewal.waiting(false);
            ended();
        }
    }

    private void ended() {
        leases--;
        if (leases == 0) {
            changed.signalAll();
        }
    }

    private void putBack(ScheduledRenewal renewal, boolean atOnce) {
        renewal.schedule(System.nanoTime(), atOnce);
        waiting.add(renewal);
        renewal.waiting(true);
        if (waiting.peek() == renewal) {
            changed.signalAll();
        }
    }

    private void startOne() {
        threads++;
        try {
            thread(this::renewUntilNotNeeded, "renew").start();
        } catch (RuntimeException | Error e) {
            threads--;
            throw e;
        }
    }

    private Thread thread(Runnable task, String kind) {
        Thread thread = new Thread(task, name + "-" + kind + "-" + started.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    private void renewUntilNotNeeded() {
        boolean needed = true;
        while (needed) {
            List<ScheduledRenewal> due = null;
            try {
                due = awaitDue();
                needed = due != null;
                if (due != null) {
                    round.renew(due);
                    if (Thread.interrupted()) {
                        interrupted(due);
                    }
                }
            } catch (RuntimeException | Error e) {
                // Such as a lack of memory. It passes, and till then nothing else renews these leases.
                LockSupport.parkNanos(this, AFTER_ERROR_NANOS);
            }
            // By index: an iterator or a lambda takes memory, of which there may be none.
            for (int i = 0; due != null && i < due.size(); i++) {
                putBackWhateverHappens(due.get(i));
            }
        }
    }

    /** The leases to be renewed now, together; null if this thread is not needed any more. */
    private @Nullable List<ScheduledRenewal> awaitDue() {
        lock.lock();
        try {
            while (leases > 0) {
                long left = nanosLeft();
                if (left <= 0) {
                    List<ScheduledRenewal> due = takeDue();
                    // This thread may hang in the store for a while.
                    haveAWaiter();
                    return due;
                }
                boolean spare = idle > 0;
                long most = spare ? Math.min(left, LINGER_NANOS) : left;
                boolean over = await(most);
                if (spare && over && idle > 0 && nanosLeft() > 0) {
                    break;
                }
            }
            threads--;
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long nanosLeft() {
        ScheduledRenewal first = waiting.peek();
        return first == null ? Long.MAX_VALUE : first.nanosLeft(System.nanoTime());
    }

    /** Whether nobody has ended the wait. */
    private boolean await(long nanos) {
        idle++;
        try {
            return changed.awaitNanos(nanos) <= 0;
        } catch (InterruptedException e) {
            interrupted(List.copyOf(waiting));
            return false;
        } finally {
            idle--;
        }
    }

    private List<ScheduledRenewal> takeDue() {
        long now = System.nanoTime();
        int most = mostLeases;
        List<ScheduledRenewal> due = new ArrayList<>(Math.min(most, waiting.size()));
        ScheduledRenewal next = waiting.peek();
        while (next != null && due.size() < Math.min(most, next.most()) && next.isNear(now)) {
            most = Math.min(most, next.most());
            due.add(next);
            waiting.remove();
            next.waiting(false);
            next.woken(false);
            next = waiting.peek();
        }
        return due;
    }

    /** Sees to it that a thread waits for the lease that is due next, as far as there may be one more. */
    private void haveAWaiter() {
        if (idle == 0 && threads < mostThreads && !waiting.isEmpty()) {
            try {
                startOne();
            } catch (RuntimeException | Error e) {
                // Those that there are go on, and later try again.
            }
        } else if (idle > 0 && nanosLeft() <= 0) {
            changed.signal();
        }
    }

    private void putBackWhateverHappens(ScheduledRenewal renewal) {
        while (true) {
            try {
                putBackInTurn(renewal);
                return;
            } catch (RuntimeException | Error e) {
                renewal.lease().disturbed();
                LockSupport.parkNanos(this, AFTER_ERROR_NANOS);
            }
        }
    }

    private void putBackInTurn(ScheduledRenewal renewal) {
        while (true) {
            // Without the lock, since it reads a clock of the lease's.
            boolean atOnce = renewal.isToBeRenewedAtOnce();
            lock.lock();
            try {
                if (renewal.lease().isOver()) {
                    ended();
                    return;
                }
                if (!renewal.isWoken()) {
                    putBack(renewal, atOnce);
                    return;
                }
                renewal.woken(false);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Nobody but the last release ends a renewer; an interrupt is one that somebody meant for another thread. It is counted, and cleared, or
     * the next wait would return at once, and so on for ever.
     */
    private void interrupted(List<ScheduledRenewal> renewals) {
        renewals.forEach(renewal -> renewal.lease().disturbed());
        notices.interrupted();
    }
}
