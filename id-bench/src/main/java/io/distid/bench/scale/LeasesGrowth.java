package io.distid.bench.scale;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.latency.ServerCounter;
import io.distid.bench.report.Units;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.WorkerSettings;
import io.distid.testservers.RealServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How worker ids that one process holds through one source grow, on each server. Stateless: safe for use by any number of threads. */
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
    /** So long that none is renewed while another is acquired. */
    private static final Duration UNRENEWED = Duration.ofMinutes(30);

    private LeasesGrowth() {}

    /** A source that keeps its leases on a server. */
    enum Source {
        MYSQL(ServerKind.MYSQL),
        REDIS(ServerKind.REDIS),
        ZOOKEEPER(ServerKind.ZOOKEEPER),
        ETCD(ServerKind.ETCD);

        private final ServerKind server;

        Source(ServerKind server) {
            this.server = server;
        }

        /** As a strategy finds it. */
        String worker() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** As its curves have it. */
        String subject() {
            return "worker=" + worker();
        }
    }

    /** The curves of a reservation. */
    static String series(long seconds) {
        return "reservation " + seconds + " s";
    }

    static Duration estimate(ScalePlan plan) {
        Duration all = Duration.ofSeconds(2).plusMillis(plan.namespace() * 8L);
        for (Duration reservation : plan.reservations()) {
            all = all.plus(plan.watch(reservation));
            for (int count : plan.holders()) {
                all = all.plus(one(plan, count, reservation));
            }
        }
        return all.multipliedBy(Source.values().length);
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
                    run.failed(of.name(), of, HELD, e);
                }
            }
        }
    }

    private static void measure(ScaleRun run, Source source, ScaleCurves.Subject of) throws InterruptedException {
        ScalePlan plan = run.plan();
        try (Watched watched = Watched.open(source, run.servers())) {
            for (int percent : FULLNESS) {
                String what = of.name() + ", a namespace " + percent + " % full";
                Duration estimate = Duration.ofMillis(plan.namespace() * 4L);
                run.attempt(what, estimate, of, FULL, () -> full(run, watched, of, percent));
            }
        }
        for (Duration reservation : plan.reservations()) {
            ScaleCurves.Subject series = of.with(series(reservation.toSeconds()));
            try (Watched watched = Watched.open(source, run.servers())) {
                // What the server does for a source that holds nothing is no cost of a renewal.
                Load idle = watched.load(plan.watch(reservation));
                for (int count : plan.holders()) {
                    String what = of.name() + ", " + Units.number(count) + " held, " + series.series();
                    Duration estimate = one(plan, count, reservation);
                    if (!run.attempt(
                            what, estimate, series, HELD, () -> held(run, watched, series, count, reservation, idle))) {
                        break;
                    }
                }
            }
        }
    }

    /** Acquires a hundredth of the namespace, one after the other, when some of it are taken. */
    private static String full(ScaleRun run, Watched watched, ScaleCurves.Subject of, int percent)
            throws InterruptedException {
        int size = run.plan().namespace();
        String namespace = run.servers().runName() + "-full-" + percent;
        int acquired = size / 100;
        watched.acquire(namespace, size, size / 100 * percent, UNRENEWED);
        long before = watched.counter.requests();
        long own = watched.counter.requests() - before;
        double nanos =
                watched.acquire(namespace, size, acquired, UNRENEWED).all().get(ScaleFigure.ACQUIRE_TIME);
        long requests = watched.counter.requests() - before - 2 * own;
        watched.release();
        run.curves().add(of, percent, ScaleFigure.FULL_TIME, nanos);
        run.curves().add(of, percent, ScaleFigure.FULL_REQUESTS, (double) Math.max(0, requests) / acquired);
        return Units.nanos(nanos) + " each, " + requests + " requests for " + acquired;
    }

    private static String held(
            ScaleRun run, Watched watched, ScaleCurves.Subject of, int count, Duration reservation, Load idle)
            throws InterruptedException {
        String namespace = run.servers().runName() + "-" + count + "-" + reservation.toSeconds();
        Found acquired = watched.acquire(namespace, count, count, reservation);
        Duration window = run.plan().watch(reservation, count);
        Load load = watched.load(window);
        watched.release();
        run.curves().add(of, count, acquired);
        run.curves().add(of, count, load.found);
        double perSecond = load.found.all().get(ScaleFigure.RENEWALS);
        if (perSecond > 0) {
            run.curves().add(of, count, load.less(idle, perSecond));
        }
        return Units.number(perSecond) + " renewals/s";
    }

    /** What a server did in each second. */
    private record Load(Found found, double requests, OptionalDouble cpuNanos) {
        /** For each of so many renewals a second, less what it does anyhow. */
        Found less(Load idle, double renewals) {
            Found each =
                    new Found().with(ScaleFigure.RENEWAL_REQUESTS, Math.max(0, requests - idle.requests) / renewals);
            if (cpuNanos.isPresent() && idle.cpuNanos.isPresent()) {
                double nanos = Math.max(0, cpuNanos.getAsDouble() - idle.cpuNanos.getAsDouble());
                each.with(ScaleFigure.RENEWAL_CPU, nanos / renewals);
            }
            return each;
        }
    }

    /** A JVM with one source, and the server that is watched meanwhile. */
    private static final class Watched implements AutoCloseable {
        private final RealServer server;
        private final SettingsFile settings;
        private final ChildJvm jvm;
        private final ServerCounter counter;

        private Watched(RealServer server, SettingsFile settings, ChildJvm jvm, ServerCounter counter) {
            this.server = server;
            this.settings = settings;
            this.jvm = jvm;
            this.counter = counter;
        }

        static Watched open(Source source, Servers servers) throws InterruptedException {
            ServerCounter counter = ServerCounter.open(source.server, servers);
            SettingsFile settings = settings(source, servers);
            ChildJvm jvm = ScaleRun.start(settings, List.of());
            Watched opened = new Watched(servers.server(source.server), settings, jvm, counter);
            try {
                ScaleRun.tell(jvm, "source", source.worker(), source.worker());
                return opened;
            } catch (RuntimeException | InterruptedException e) {
                opened.close();
                throw e;
            }
        }

        Found acquire(String namespace, int size, int count, Duration reservation) throws InterruptedException {
            return ScaleRun.find(jvm, "acquire", namespace, size, count, reservation.toMillis());
        }

        void release() throws InterruptedException {
            ScaleRun.tell(jvm, "release");
        }

        Load load(Duration window) throws InterruptedException {
            long before = counter.requests();
            long own = counter.requests() - before;
            OptionalDouble cpu = cpuNanos(server);
            long start = System.nanoTime();
            Found found = ScaleRun.find(jvm, "watch", window.toMillis());
            double seconds = (System.nanoTime() - start) / 1e9;
            OptionalDouble cpuAfter = cpuNanos(server);
            double requests = counter.requests() - before - 2.0 * own;
            return new Load(
                    found,
                    requests / seconds,
                    cpu.isPresent() && cpuAfter.isPresent()
                            ? OptionalDouble.of((cpuAfter.getAsDouble() - cpu.getAsDouble()) / seconds)
                            : OptionalDouble.empty());
        }

        @Override
        public void close() {
            counter.close();
            jvm.close();
            settings.close();
        }
    }

    /** What the server's process has spent so far; nothing of one that is elsewhere. */
    private static OptionalDouble cpuNanos(RealServer server) {
        try {
            return ProcessHandle.of(server.pid())
                    .flatMap(process -> process.info().totalCpuDuration())
                    .map(spent -> OptionalDouble.of(spent.toNanos()))
                    .orElse(OptionalDouble.empty());
        } catch (UnsupportedOperationException e) {
            return OptionalDouble.empty();
        }
    }

    private static SettingsFile settings(Source source, Servers servers) {
        String prefix = "worker.";
        Map<String, String> own = WorkerSettings.of(source.worker(), servers).entrySet().stream()
                .collect(Collectors.toMap(
                        each -> each.getKey().substring(prefix.length()),
                        Map.Entry::getValue,
                        (a, b) -> a,
                        TreeMap::new));
        return ScaleRun.settings(source.worker(), own);
    }
}
