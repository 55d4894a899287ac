package io.distid.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of one source in the background, each until it is released or lost. A lease is renewed at a third of its reservation, sooner
 * after a failure, and at once when a tick beyond its bound is wanted.
 *
 * <p>One daemon thread renews them, in rounds, from the first lease to the last. The leases of a round are renewed together, if the source can.
 * Leases without an answer are then renewed one by one. Listeners to losses, and logs, have up to 2 threads of their own, which end when idle. So a
 * listener that blocks delays no renewal, and a store that hangs delays no other source's.
 *
 * <p>Safe for use by any number of threads.
 *
 * @see LeaseBatch.Member#renewer()
 */
final class LeaseRenewer {
    static final int NOTICE_THREADS = 2;
    /** If this many in a row also fail alone, the store is away, and no single lease is the cause. */
    private static final int MOST_FAILURES = 3;

    private final int mostTogether;
    private final @Nullable LeaseBatch batch;
    private final List<RenewalSchedule> held = new ArrayList<>();
    // Made for the first lease, since simulations, which copy a process's memory, need no threads.
    private @Nullable ScheduledThreadPoolExecutor rounds;
    private @Nullable ScheduledFuture<?> periodic;
    private @Nullable ThreadPoolExecutor notices;
    private long period;

    /** The renewer of a source whose leases are renewed one by one. */
    LeaseRenewer() {
        this.mostTogether = 1;
        this.batch = null;
    }

    /**
     * The renewer of a source that renews several leases by one request.
     *
     * @param mostTogether how many leases a request renews, at least 1
     * @param batch makes the request
     */
    LeaseRenewer(int mostTogether, LeaseBatch batch) {
        this.mostTogether = mostTogether;
        this.batch = batch;
    }

    /** Null if leases are renewed one by one. */
    @Nullable
    LeaseBatch batch() {
        return batch;
    }

    /** Renews a lease from now on. If no thread can be started, throws its error, and the lease is not renewed. */
    synchronized void add(RenewalSchedule renewal, String namespace) {
        held.add(renewal);
        try {
            ScheduledThreadPoolExecutor executor = rounds;
            if (executor == null) {
                String name = "distid-leases-" + namespace;
                executor = new ScheduledThreadPoolExecutor(1, task -> daemon(task, name + "-renew"));
                rounds = executor;
                // Its queue is unbounded, since each lease has only a few notices in a period.
                notices = new ThreadPoolExecutor(
                        NOTICE_THREADS,
                        NOTICE_THREADS,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> daemon(task, name + "-tell"));
                notices.allowCoreThreadTimeOut(true);
            }
            long needed = renewal.period();
            ScheduledFuture<?> slower = periodic;
            if (slower == null || needed < period) {
                periodic = executor.scheduleAtFixedRate(this::round, needed, needed, TimeUnit.NANOSECONDS);
                period = needed;
                if (slower != null) {
                    slower.cancel(false);
                }
            }
        } catch (RuntimeException | Error e) {
            remove(renewal);
            throw e;
        }
    }

    /** Stops the renewal of a lease. The thread ends with the last one. */
    synchronized void remove(RenewalSchedule ended) {
        held.remove(ended);
        endIfUnused();
    }

    private void endIfUnused() {
        ScheduledThreadPoolExecutor executor = rounds;
        if (held.isEmpty() && executor != null) {
            rounds = null;
            periodic = null;
            executor.shutdown();
        }
    }

    /** Runs a round as soon as the present one has ended. If the thread died for lack of memory, another one runs it. */
    synchronized void roundSoon() {
        if (rounds != null) {
            rounds.execute(this::round);
        }
    }

    /** Runs a notice that may block on a thread that renews nothing. If no thread can be started, throws its error, and the notice is not run. */
    synchronized void tell(Runnable notice) {
        if (notices != null) {
            notices.execute(notice);
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void round() {
        long start = System.nanoTime();
        try {
            List<RenewalSchedule> due = due(start);
            // Otherwise the same leases would be tried alone first in each round.
            Collections.shuffle(due, ThreadLocalRandom.current());
            List<RenewalSchedule> unanswered = new ArrayList<>();
            for (int from = 0; from < due.size(); from += mostTogether) {
                List<RenewalSchedule> part = due.subList(from, Math.min(due.size(), from + mostTogether));
                unanswered.addAll(renewTogether(
                        part.stream().filter(RenewalSchedule::begin).toList(), start));
            }
            renewAlone(unanswered, start);
        } catch (RuntimeException | Error e) {
            // An error such as a lack of memory would end all rounds if it were thrown. The next round finds the same
            // leases due.
            countOwnError();
        }
    }

    private synchronized List<RenewalSchedule> due(long now) {
        held.removeIf(RenewalSchedule::isOver);
        endIfUnused();
        return held.stream().filter(each -> each.isDue(now)).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns those that may be answered alone. */
    private List<RenewalSchedule> renewTogether(List<RenewalSchedule> part, long start) {
        boolean alone = batch == null || part.size() == 1;
        if (alone) {
            part.forEach(RenewalSchedule::renewAlone);
        } else if (!part.isEmpty()) {
            try {
                List<@Nullable Throwable> answers =
                        batch.renew(part.stream().map(RenewalSchedule::move).toList());
                for (int i = 0; i < part.size(); i++) {
                    part.get(i).answered(answers.get(i));
                }
            } catch (RuntimeException | Error e) {
                part.forEach(each -> each.answered(e));
            }
        }
        List<RenewalSchedule> again = alone
                ? List.of()
                : part.stream().filter(RenewalSchedule::mayRetry).toList();
        part.stream().filter(each -> !again.contains(each)).forEach(each -> each.settle(start));
        return again;
    }

    private static void renewAlone(List<RenewalSchedule> unanswered, long start) {
        int failures = 0;
        for (RenewalSchedule each : unanswered) {
            if (failures < MOST_FAILURES) {
                each.renewAlone();
                failures = each.mayRetry() ? failures + 1 : 0;
            }
            each.settle(start);
        }
    }

    private synchronized void countOwnError() {
        // By index: an iterator takes memory.
        for (int i = 0; i < held.size(); i++) {
            held.get(i).countOwnError();
        }
    }
}
