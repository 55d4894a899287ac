package io.distid.bench.workshop.growth;

import io.distid.IdException;
import io.distid.bench.jvm.CommandLoop;
import io.distid.internal.time.TickFormat;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.time.ClockLimits;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Holds worker ids in a separate JVM, through one source or through several in turn. For use by one thread. */
final class LeasesTrial implements CommandLoop.Child {
    private static final long LOOK_EVERY_MILLIS = 20;
    private static final Duration START_WAIT = Duration.ofMinutes(5);

    final List<WorkerIds> sources = new ArrayList<>();
    final List<WorkerLease> held = Collections.synchronizedList(new ArrayList<>());
    private Set<Long> threadsBefore = Set.of();
    private final Thread caller = new Thread(this::call, "distid-bench-living");
    private LeasedSequencer living;
    private volatile boolean over;
    private long calls;
    private long failed;

    void open(String worker, Map<String, String> settings, int count) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, worker);
        // If one fails, the child JVM ends with all of them.
        for (int i = 0; i < count; i++) {
            sources.add(provider.open(IdConfig.of(provider, settings)));
        }
        threadsBefore = threads();
    }

    /** Acquires so many ids of a namespace, and returns the mean time. */
    Map<ScaleFigure, Double> acquire(String namespace, int size, int count, Duration reservation) {
        WorkerRequest request = request(namespace, size, reservation);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            held.add(sources.get(i % sources.size()).acquire(request));
        }
        return Map.of(ScaleFigure.ACQUIRE_TIME, (double) (System.nanoTime() - start) / count);
    }

    private static WorkerRequest request(String namespace, int size, Duration reservation) {
        return new WorkerRequest(
                namespace, size - 1, OptionalInt.empty(), reservation, "growth", null, Clock.systemUTC());
    }

    /** Acquires so many of a namespace through each source, all sources at once, and returns how many are held. */
    int acquireTogether(String namespace, int size, int each, Duration reservation) {
        WorkerRequest request = request(namespace, size, reservation);
        CompletableFuture.allOf(sources.stream()
                        .map(source -> CompletableFuture.runAsync(
                                () -> IntStream.range(0, each).forEach(i -> held.add(source.acquire(request))),
                                task -> new Thread(task, "distid-bench-start").start()))
                        .toArray(CompletableFuture[]::new))
                .join();
        return held.size();
    }

    /** Opens a generator on one more worker id. Its own thread calls it each ms, while other nodes start. */
    void live(String namespace, int size, Duration reservation) {
        WorkerRequest request = request(namespace, size, reservation);
        TickFormat format = new TickFormat(0, 1, 41, 12);
        living = LeasedSequencer.open(sources.get(0), request, format, ClockLimits.WAIT, START_WAIT);
        caller.setDaemon(true);
        caller.start();
    }

    private void call() {
        while (!over) {
            calls++;
            try {
                living.sequencer().next();
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (IdException e) {
                failed++;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Ends the calls of that generator, and tells how many failed. */
    double lived() throws InterruptedException {
        over = true;
        caller.join();
        living.close();
        if (calls == 0) {
            throw new IllegalStateException("the living generator was never called");
        }
        return failed;
    }

    /** Holds them while they are renewed. */
    Map<ScaleFigure, Double> watch(Duration window) throws InterruptedException {
        Set<Integer> late = new HashSet<>();
        long before = renewals();
        long start = System.nanoTime();
        while (System.nanoTime() - start < window.toNanos()) {
            long now = System.currentTimeMillis();
            for (WorkerLease lease : held) {
                if (lease.reservedUntil() < now) {
                    late.add(lease.workerId());
                }
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long renewals = renewals() - before;
        held.stream().filter(lease -> lease.health().lost()).forEach(lease -> late.add(lease.workerId()));
        // New threads one by one: some earlier threads have ended since, such as those of an HTTP client.
        Set<Long> threadsSince = threads();
        threadsSince.removeAll(threadsBefore);
        return Map.of(
                ScaleFigure.RENEWALS, renewals / seconds,
                ScaleFigure.LATE, (double) late.size(),
                ScaleFigure.LEASE_THREADS, (double) threadsSince.size());
    }

    private static Set<Long> threads() {
        return Arrays.stream(ManagementFactory.getThreadMXBean().getAllThreadIds())
                .boxed()
                .collect(Collectors.toSet());
    }

    private long renewals() {
        return held.stream().mapToLong(lease -> lease.health().renewals()).sum();
    }

    /** Releases all leases, stamped until now. */
    void release() {
        held.forEach(lease -> lease.release(Math.min(System.currentTimeMillis(), lease.reservedUntil())));
        held.clear();
    }
}
