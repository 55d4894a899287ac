package io.distid.bench.workshop.growth;

import io.distid.bench.report.Units;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Measures growing numbers of worker ids on a server, held by one source of one process, or by a source for each node. */
record LeasesGrowth(ScaleRun run, ServerKind source, ScaleCurves.Subject of) {
    private static final List<ScaleFigure> HELD = List.of(
            ScaleFigure.ACQUIRE_TIME,
            ScaleFigure.RENEWALS,
            ScaleFigure.RENEWAL_REQUESTS,
            ScaleFigure.RENEWAL_CPU,
            ScaleFigure.LATE,
            ScaleFigure.LEASE_THREADS);
    private static final List<ScaleFigure> FULL = List.of(ScaleFigure.FULL_TIME, ScaleFigure.FULL_REQUESTS);
    private static final List<ScaleFigure> FLEET = List.of(ScaleFigure.FLEET_TIME, ScaleFigure.FLEET_FAILED);

    private static final List<Integer> FULLNESS = List.of(1, 50, 99);
    /** Long enough that no lease is renewed while others are acquired. */
    private static final Duration UNRENEWED = Duration.ofMinutes(30);

    private static final int FLEET_SOURCES = 50;
    private static final int FLEET_PROCESSES = 4;

    /** The servers that keep leases. */
    private static final List<ServerKind> SERVERS =
            List.of(ServerKind.MYSQL, ServerKind.POSTGRESQL, ServerKind.REDIS, ServerKind.ZOOKEEPER, ServerKind.ETCD);

    /** Measures so many ids. */
    @FunctionalInterface
    private interface OfCount {
        String measure(int count) throws InterruptedException;
    }

    static void measure(ScaleRun run) throws InterruptedException {
        for (ServerKind source : SERVERS) {
            ScaleCurves.Subject of =
                    run.open("worker=" + LeasesProcess.worker(source), source, ScaleFigure.ACQUIRE_TIME);
            if (of != null) {
                try {
                    new LeasesGrowth(run, source, of).measure();
                } catch (RuntimeException e) {
                    // Between its sizes, for example if its server is lost. Measured figures stay.
                    run.failed(of.name(), of, List.of(ScaleFigure.ACQUIRE_TIME), e);
                }
            }
        }
    }

    private void measure() throws InterruptedException {
        try (WatchedServer server = WatchedServer.open(source, run.servers());
                LeasesProcess process = start(1)) {
            for (int percent : FULLNESS) {
                String what = of.name() + ", a namespace " + percent + " % full";
                run.attempt(what, of, FULL, () -> full(server, process, percent));
            }
        }
        int held = Collections.max(run.plan().holders());
        int sources = Math.min(FLEET_SOURCES, Math.max(1, held / 10));
        int each = Math.max(1, held / 10 / sources);
        String what = of.name() + ", " + Units.number(sources * each) + " starts through " + sources
                + " sources beside " + Units.number(held) + " held";
        run.attempt(what, of, FLEET, () -> fleet(held, sources, each));
        for (Duration reservation : run.plan().reservations()) {
            String series = "reservation " + reservation.toSeconds() + " s";
            new LeasesGrowth(run, source, of.with(series)).together(reservation);
            new LeasesGrowth(run, source, of.with(series + ", a source each")).nodes(reservation);
        }
    }

    private LeasesProcess start(int sources) throws InterruptedException {
        return LeasesProcess.start(source, run.servers(), sources);
    }

    private void together(Duration reservation) throws InterruptedException {
        try (WatchedServer server = WatchedServer.open(source, run.servers());
                LeasesProcess process = start(1)) {
            // The server's work for a source without leases is not a cost of renewals.
            Duration window = run.plan().watch(reservation);
            WatchedServer.Load idle = server.load(() -> process.run(trial -> trial.watch(window)));
            grow(
                    run.plan().holders(),
                    count ->
                            held(server, process, count, reservation, run.plan().watch(reservation, count), idle));
        }
    }

    /** Measures many sources in one process. Each has its own connection, as the source of a node has. */
    private void nodes(Duration reservation) throws InterruptedException {
        if (run.plan().nodes().isEmpty()) {
            return;
        }
        Duration window = run.plan().watchNodes(reservation);
        try (WatchedServer server = WatchedServer.open(source, run.servers())) {
            // Without any source: the cost of a node's connection is a cost of the node.
            WatchedServer.Load idle = server.load(() -> {
                Thread.sleep(window.toMillis());
                return Map.of();
            });
            grow(run.plan().nodes(), count -> {
                try (LeasesProcess process = start(count)) {
                    return held(server, process, count, reservation, window, idle);
                }
            });
        }
    }

    /** Measures growing numbers until one fails. */
    private void grow(List<Integer> counts, OfCount step) throws InterruptedException {
        for (int count : counts) {
            String what = of.name() + ", " + Units.number(count) + " held, " + of.series();
            if (!run.attempt(what, of, HELD, () -> step.measure(count))) {
                return;
            }
        }
    }

    private String held(
            WatchedServer server,
            LeasesProcess process,
            int count,
            Duration reservation,
            Duration window,
            WatchedServer.Load idle)
            throws InterruptedException {
        String namespace = run.name(count + "-" + reservation.toSeconds());
        Map<ScaleFigure, Double> acquired = process.run(trial -> trial.acquire(namespace, count, count, reservation));
        WatchedServer.Load load = server.load(() -> process.run(trial -> trial.watch(window)));
        process.order(LeasesTrial::release);
        run.curves().add(of, count, acquired);
        run.curves().add(of, count, load.found());
        double perSecond = load.found().get(ScaleFigure.RENEWALS);
        if (perSecond > 0) {
            run.curves().add(of, count, load.less(idle, perSecond));
        }
        return Units.number(perSecond) + " renewals/s";
    }

    /** Acquires a hundredth of the namespace, one after the other, when a part of it is held. */
    private String full(WatchedServer server, LeasesProcess process, int percent) throws InterruptedException {
        int size = run.plan().namespace();
        String namespace = run.name("full-" + percent);
        int acquired = size / 100;
        process.run(trial -> trial.acquire(namespace, size, acquired * percent, UNRENEWED));
        long before = server.counter().requests();
        long own = server.counter().requests() - before;
        double nanos = process.run(trial -> trial.acquire(namespace, size, acquired, UNRENEWED))
                .get(ScaleFigure.ACQUIRE_TIME);
        long requests = server.counter().requests() - before - 2 * own;
        process.order(LeasesTrial::release);
        double each = (double) Math.max(0, requests) / acquired;
        run.curves().add(of, percent, Map.of(ScaleFigure.FULL_TIME, nanos, ScaleFigure.FULL_REQUESTS, each));
        return Units.nanos(nanos) + " each, " + requests + " requests for " + acquired;
    }

    /** Lets four processes acquire a tenth as many worker ids as are held, all at once, while a generator is called. */
    private String fleet(int held, int sources, int each) throws InterruptedException {
        List<Duration> reservations = run.plan().reservations();
        Duration shortest = reservations.get(0);
        Duration longest = reservations.get(reservations.size() - 1);
        String namespace = run.name("fleet");
        // A third stays free.
        int size = 3 * (held + sources * each + 1) / 2;
        List<LeasesProcess> starting = new ArrayList<>();
        try (LeasesProcess living = start(1);
                LeasesProcess holding = start(1)) {
            living.order(trial -> trial.live(namespace, size, shortest));
            holding.run(trial -> trial.acquire(namespace, size, held, longest));
            int processes = Math.min(FLEET_PROCESSES, sources);
            for (int i = 0; i < processes; i++) {
                starting.add(start((sources + i) / processes));
            }
            long start = System.nanoTime();
            for (LeasesProcess process : starting) {
                process.jvm().begin((LeasesTrial trial) -> trial.acquireTogether(namespace, size, each, shortest));
            }
            for (LeasesProcess process : starting) {
                process.jvm().result(ScaleRun.PATIENCE);
            }
            double nanos = System.nanoTime() - start;
            double failed = living.run(LeasesTrial::lived);
            run.curves().add(of, held, Map.of(ScaleFigure.FLEET_TIME, nanos, ScaleFigure.FLEET_FAILED, failed));
            return Units.nanos(nanos) + ", failed calls meanwhile: " + Units.number(failed);
        } finally {
            starting.forEach(LeasesProcess::close);
        }
    }
}
