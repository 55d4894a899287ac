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
 * Renews the leases of one source in the background, each until it is released or lost: at a third of its reservation, sooner after a
 * failure, and at once when a tick beyond its bound is wanted.
 *
 * <p>One daemon thread renews them, in rounds, from the first lease to the last. The leases of a round are renewed together, if the source can,
 * and those that have no answer then, one by one.
 * Listeners to losses, and logs, have up to 2 threads of their own, which end when idle. So a listener that blocks delays no renewal, and a store
 * that hangs delays no other source's.
 *
 * <p>Safe for use by any number of threads.
 *
 * @see LeaseBatch.Member#renewer()
 */
final class LeaseRenewer {
    static final int NOTICE_THREADS = 2;
    /** If so many in a row fail alone, too, none of them is to blame: the store answers nobody. */
    private static final int MOST_FAILURES = 3;

    private final int mostTogether;
    private final @Nullable LeaseBatch batch;
    private final List<LeaseRenewal> held = new ArrayList<>();
    // Made for the first lease: simulations, which copy what a process has in memory, need none.
    private @Nullable ScheduledThreadPoolExecutor rounds;
    private @Nullable ScheduledFuture<?> periodic;
    private @Nullable ThreadPoolExecutor notices;
    private long period;

    /** Of a source whose leases are renewed one by one. */
    LeaseRenewer() {
        this.mostTogether = 1;
        this.batch = null;
    }

    /**
     * Of a source that renews several leases by one request.
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

    /** Renews a lease from now on. Throws what starting a thread throws; then the lease is not renewed. */
    synchronized void add(LeaseRenewal renewal, String namespace) {
        held.add(renewal);
        try {
            ScheduledThreadPoolExecutor executor = rounds;
            if (executor == null) {
                String name = "distid-leases-" + namespace;
                executor = new ScheduledThreadPoolExecutor(1, task -> daemon(task, name + "-renew"));
                rounds = executor;
                // Its queue has no bound: each lease has a few notices in a period at most.
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

    /** Renews a lease no more. The thread ends with the last one. */
    synchronized void remove(LeaseRenewal ended) {
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

    /** Has a round as soon as the one that is under way has ended, on another thread if the last one has died for lack of memory. */
    synchronized void roundSoon() {
        if (rounds != null) {
            rounds.execute(this::round);
        }
    }

    /** Has something that may block done by a thread that renews nothing. Throws what starting a thread throws; then it is not done. */
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
            List<LeaseRenewal> due = due(start);
            // Else the same ones would be tried alone first in each round.
            Collections.shuffle(due, ThreadLocalRandom.current());
            List<LeaseRenewal> unanswered = new ArrayList<>();
            for (int from = 0; from < due.size(); from += mostTogether) {
                List<LeaseRenewal> part = due.subList(from, Math.min(due.size(), from + mostTogether));
                unanswered.addAll(
                        renewTogether(part.stream().filter(LeaseRenewal::begin).toList(), start));
            }
            renewAlone(unanswered, start);
        } catch (RuntimeException | Error e) {
            // Such as a lack of memory. Thrown, it would end all rounds. The next one finds the same leases due.
            disturbed();
        }
    }

    private synchronized List<LeaseRenewal> due(long now) {
        held.removeIf(LeaseRenewal::isOver);
        endIfUnused();
        return held.stream().filter(each -> each.isDue(now)).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns those that may be answered alone. */
    private List<LeaseRenewal> renewTogether(List<LeaseRenewal> part, long start) {
        boolean alone = batch == null || part.size() == 1;
        if (alone) {
            part.forEach(LeaseRenewal::renewAlone);
        } else if (!part.isEmpty()) {
            try {
                List<@Nullable Throwable> answers =
                        batch.renew(part.stream().map(LeaseRenewal::move).toList());
                for (int i = 0; i < part.size(); i++) {
                    part.get(i).answered(answers.get(i));
                }
            } catch (RuntimeException | Error e) {
                part.forEach(each -> each.answered(e));
            }
        }
        List<LeaseRenewal> again = alone
                ? List.of()
                : part.stream().filter(LeaseRenewal::isToBeTriedAgain).toList();
        part.stream().filter(each -> !again.contains(each)).forEach(each -> each.settle(start));
        return again;
    }

    private static void renewAlone(List<LeaseRenewal> unanswered, long start) {
        int failures = 0;
        for (LeaseRenewal each : unanswered) {
            if (failures < MOST_FAILURES) {
                each.renewAlone();
                failures = each.isToBeTriedAgain() ? failures + 1 : 0;
            }
            each.settle(start);
        }
    }

    private synchronized void disturbed() {
        // By index: an iterator takes memory.
        for (int i = 0; i < held.size(); i++) {
            held.get(i).disturbed();
        }
    }
}
