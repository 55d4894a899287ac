package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.FailureReason;
import io.distid.bench.report.Units;
import io.distid.bench.subject.ServerKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Measures growing numbers of worker ids on each server. They are held by one source of one process, or by a source for
 * each node. Stateless: safe for use by any number of threads.
 */
final class LeasesGrowth {
    private static final Logger LOG = System.getLogger("io.distid.bench");
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

    /** A source that keeps its leases on a server. */
    enum Source {
        MYSQL(ServerKind.MYSQL),
        POSTGRESQL(ServerKind.POSTGRESQL),
        REDIS(ServerKind.REDIS),
        ZOOKEEPER(ServerKind.ZOOKEEPER),
        ETCD(ServerKind.ETCD);

        private final ServerKind server;

        Source(ServerKind server) {
            this.server = server;
        }

        /** The name in settings. */
        String worker() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The name in its curves. */
        String subject() {
            return "worker=" + worker();
        }
    }

    /** The curves of a reservation, all held through one source. */
    static String series(long seconds) {
        return "reservation " + seconds + " s";
    }

    /** The curves of a reservation, each held through its own source, as by nodes. */
    static String seriesOfNodes(long seconds) {
        return series(seconds) + ", a source each";
    }

    static Duration estimate(ScalePlan plan) {
        Duration all = Duration.ofSeconds(4).plusMillis(plan.namespace() * 12L).plus(FleetGrowth.estimate(plan));
        for (Duration reservation : plan.reservations()) {
            all = all.plus(plan.watch(reservation));
            for (int count : plan.holders()) {
                all = all.plus(one(plan, count, reservation));
            }
            if (!plan.nodes().isEmpty()) {
                all = all.plus(plan.watchNodes(reservation));
            }
            for (int count : plan.nodes()) {
                all = all.plus(ofNodes(plan, count, reservation));
            }
        }
        return all.multipliedBy(Source.values().length);
    }

    private static Duration ofNodes(ScalePlan plan, int count, Duration reservation) {
        return plan.watchNodes(reservation).plusMillis(2000 + 25L * count);
    }

    private static Duration one(ScalePlan plan, int count, Duration reservation) {
        return plan.watch(reservation, count).plusMillis(500 + 6L * count);
    }

    static void measure(ScaleRun run) throws InterruptedException {
        for (Source source : Source.values()) {
            ScaleCurves.Subject of = run.open(source.subject(), source.server, ScaleFigure.ACQUIRE_TIME);
            if (of != null) {
                try {
                    measure(run, source, of);
                } catch (RuntimeException e) {
                    failed(run, of, e);
                }
            }
        }
    }

    /**
     * A source fails between its sizes, for example if its server is lost. Its planned figures that have not begun fail
     * with it. Measured figures stay, and figures that were not planned are left out, as in a run without a failure.
     */
    static void failed(ScaleRun run, ScaleCurves.Subject of, RuntimeException e) {
        boolean anyLeft = failed(run, of, FULL, e) | failed(run, of, FleetGrowth.FIGURES, e);
        for (Duration reservation : run.plan().reservations()) {
            anyLeft |= failed(run, of.with(series(reservation.toSeconds())), HELD, e);
            anyLeft |= !run.plan().nodes().isEmpty()
                    && failed(run, of.with(seriesOfNodes(reservation.toSeconds())), HELD, e);
        }
        if (!anyLeft) {
            LOG.log(Level.WARNING, of.name() + " failed after all of it was measured: " + FailureReason.of(e));
        }
    }

    private static boolean failed(ScaleRun run, ScaleCurves.Subject of, List<ScaleFigure> figures, RuntimeException e) {
        if (run.curves().hasAny(of, figures)) {
            return false;
        }
        run.failed(of.name(), of, figures, e);
        return true;
    }

    private static void measure(ScaleRun run, Source source, ScaleCurves.Subject of) throws InterruptedException {
        ScalePlan plan = run.plan();
        try (WatchedServer server = WatchedServer.open(source.server, run.servers());
                LeasesProcess process = LeasesProcess.start(source.worker(), run.servers(), 1)) {
            for (int percent : FULLNESS) {
                String what = of.name() + ", a namespace " + percent + " % full";
                Duration estimate = Duration.ofMillis(plan.namespace() * 4L);
                run.attempt(what, estimate, of, FULL, () -> full(run, server, process, of, percent));
            }
        }
        FleetGrowth.measure(run, source, of);
        for (Duration reservation : plan.reservations()) {
            together(run, source, of.with(series(reservation.toSeconds())), reservation);
            nodes(run, source, of.with(seriesOfNodes(reservation.toSeconds())), reservation);
        }
    }

    private static void together(ScaleRun run, Source source, ScaleCurves.Subject of, Duration reservation)
            throws InterruptedException {
        ScalePlan plan = run.plan();
        try (WatchedServer server = WatchedServer.open(source.server, run.servers());
                LeasesProcess process = LeasesProcess.start(source.worker(), run.servers(), 1)) {
            // The server's work for a source without leases is not a cost of renewals.
            Duration window = plan.watch(reservation);
            WatchedServer.Load idle = server.load(() -> process.watch(window));
            for (int count : plan.holders()) {
                Held held = new Held(of, count, reservation, plan.watch(reservation, count));
                if (!run.attempt(
                        held.what(),
                        one(plan, count, reservation),
                        of,
                        HELD,
                        () -> held(run, server, process, held, idle))) {
                    break;
                }
            }
        }
    }

    private static void nodes(ScaleRun run, Source source, ScaleCurves.Subject of, Duration reservation)
            throws InterruptedException {
        ScalePlan plan = run.plan();
        if (plan.nodes().isEmpty()) {
            return;
        }
        Duration window = plan.watchNodes(reservation);
        try (WatchedServer server = WatchedServer.open(source.server, run.servers())) {
            // Without any source: the cost of a node's connection is a cost of the node.
            WatchedServer.Load idle = server.load(() -> {
                Thread.sleep(window.toMillis());
                return new TrialFigures();
            });
            for (int count : plan.nodes()) {
                Held held = new Held(of, count, reservation, window);
                if (!run.attempt(
                        held.what(),
                        ofNodes(plan, count, reservation),
                        of,
                        HELD,
                        () -> nodes(run, source, server, held, idle))) {
                    break;
                }
            }
        }
    }

    /** Measures many sources in one process. Each has its own connection, as the source of a node has. */
    private static String nodes(ScaleRun run, Source source, WatchedServer server, Held held, WatchedServer.Load idle)
            throws InterruptedException {
        try (LeasesProcess process = LeasesProcess.start(source.worker(), run.servers(), held.count)) {
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
