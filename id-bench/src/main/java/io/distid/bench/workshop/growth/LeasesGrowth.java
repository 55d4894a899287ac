package io.distid.bench.workshop.growth;

import io.distid.bench.report.Units;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Measures growing numbers of worker ids on each server. They are held by one source of one process, or by a source for
 * each node. Stateless: safe for use by any number of threads.
 */
final class LeasesGrowth {
    private static final List<ScaleFigure> HELD = List.of(
            ScaleFigure.ACQUIRE_TIME,
            ScaleFigure.RENEWALS,
            ScaleFigure.RENEWAL_REQUESTS,
            ScaleFigure.RENEWAL_CPU,
            ScaleFigure.LATE,
            ScaleFigure.LEASE_THREADS);
    private static final List<ScaleFigure> FULL = List.of(ScaleFigure.FULL_TIME, ScaleFigure.FULL_REQUESTS);

    private static final List<Integer> FULLNESS = List.of(1, 50, 99);
    /** Long enough that no lease is renewed while others are acquired. */
    private static final Duration UNRENEWED = Duration.ofMinutes(30);

    private LeasesGrowth() {}

    /** The servers that keep leases; a source has the name of its server. */
    private static final List<ServerKind> SERVERS =
            List.of(ServerKind.MYSQL, ServerKind.POSTGRESQL, ServerKind.REDIS, ServerKind.ZOOKEEPER, ServerKind.ETCD);

    /** The name in settings of a server's source. */
    static String worker(ServerKind server) {
        return server.name().toLowerCase(Locale.ROOT);
    }

    static void measure(ScaleRun run) throws InterruptedException {
        for (ServerKind source : SERVERS) {
            ScaleCurves.Subject of = run.open("worker=" + worker(source), source, ScaleFigure.ACQUIRE_TIME);
            if (of != null) {
                try {
                    measure(run, source, of);
                } catch (RuntimeException e) {
                    // Between its sizes, for example if its server is lost. Measured figures stay.
                    run.failed(of.name(), of, List.of(ScaleFigure.ACQUIRE_TIME), e);
                }
            }
        }
    }

    private static void measure(ScaleRun run, ServerKind source, ScaleCurves.Subject of) throws InterruptedException {
        ScalePlan plan = run.plan();
        try (WatchedServer server = WatchedServer.open(source, run.servers());
                LeasesProcess process = LeasesProcess.start(worker(source), run.servers(), 1)) {
            for (int percent : FULLNESS) {
                String what = of.name() + ", a namespace " + percent + " % full";
                run.attempt(what, of, FULL, () -> full(run, server, process, of, percent));
            }
        }
        FleetGrowth.measure(run, source, of);
        for (Duration reservation : plan.reservations()) {
            String series = "reservation " + reservation.toSeconds() + " s";
            together(run, source, of.with(series), reservation);
            nodes(run, source, of.with(series + ", a source each"), reservation);
        }
    }

    private static void together(ScaleRun run, ServerKind source, ScaleCurves.Subject of, Duration reservation)
            throws InterruptedException {
        ScalePlan plan = run.plan();
        try (WatchedServer server = WatchedServer.open(source, run.servers());
                LeasesProcess process = LeasesProcess.start(worker(source), run.servers(), 1)) {
            // The server's work for a source without leases is not a cost of renewals.
            Duration window = plan.watch(reservation);
            WatchedServer.Load idle = server.load(() -> process.watch(window));
            for (int count : plan.holders()) {
                Held held = new Held(of, count, reservation, plan.watch(reservation, count));
                if (!run.attempt(held.what(), of, HELD, () -> held(run, server, process, held, idle))) {
                    break;
                }
            }
        }
    }

    private static void nodes(ScaleRun run, ServerKind source, ScaleCurves.Subject of, Duration reservation)
            throws InterruptedException {
        ScalePlan plan = run.plan();
        if (plan.nodes().isEmpty()) {
            return;
        }
        Duration window = plan.watchNodes(reservation);
        try (WatchedServer server = WatchedServer.open(source, run.servers())) {
            // Without any source: the cost of a node's connection is a cost of the node.
            WatchedServer.Load idle = server.load(() -> {
                Thread.sleep(window.toMillis());
                return new TrialFigures();
            });
            for (int count : plan.nodes()) {
                Held held = new Held(of, count, reservation, window);
                if (!run.attempt(held.what(), of, HELD, () -> nodes(run, source, server, held, idle))) {
                    break;
                }
            }
        }
    }

    /** Measures many sources in one process. Each has its own connection, as the source of a node has. */
    private static String nodes(
            ScaleRun run, ServerKind source, WatchedServer server, Held held, WatchedServer.Load idle)
            throws InterruptedException {
        try (LeasesProcess process = LeasesProcess.start(worker(source), run.servers(), held.count)) {
            return held(run, server, process, held, idle);
        }
    }

    /** Acquires a hundredth of the namespace, one after the other, when a part of it is held. */
    private static String full(
            ScaleRun run, WatchedServer server, LeasesProcess process, ScaleCurves.Subject of, int percent)
            throws InterruptedException {
        int size = run.plan().namespace();
        String namespace = run.name("full-" + percent);
        int acquired = size / 100;
        process.acquire(namespace, size, size / 100 * percent, UNRENEWED);
        long before = server.counter().requests();
        long own = server.counter().requests() - before;
        double nanos =
                process.acquire(namespace, size, acquired, UNRENEWED).all().get(ScaleFigure.ACQUIRE_TIME);
        long requests = server.counter().requests() - before - 2 * own;
        process.release();
        run.curves().add(of, percent, ScaleFigure.FULL_TIME, nanos);
        run.curves().add(of, percent, ScaleFigure.FULL_REQUESTS, (double) Math.max(0, requests) / acquired);
        return Units.nanos(nanos) + " each, " + requests + " requests for " + acquired;
    }

    /** So many worker ids of a reservation, watched for a time. */
    private record Held(ScaleCurves.Subject of, int count, Duration reservation, Duration window) {
        String what() {
            return of.name() + ", " + Units.number(count) + " held, " + of.series();
        }
    }

    private static String held(
            ScaleRun run, WatchedServer server, LeasesProcess process, Held held, WatchedServer.Load idle)
            throws InterruptedException {
        String namespace = run.name(held.count + "-" + held.reservation.toSeconds());
        TrialFigures acquired = process.acquire(namespace, held.count, held.count, held.reservation);
        WatchedServer.Load load = server.load(() -> process.watch(held.window));
        process.release();
        run.curves().add(held.of, held.count, acquired);
        run.curves().add(held.of, held.count, load.found());
        double perSecond = load.found().all().get(ScaleFigure.RENEWALS);
        if (perSecond > 0) {
            run.curves().add(held.of, held.count, load.less(idle, perSecond));
        }
        return Units.number(perSecond) + " renewals/s";
    }
}
