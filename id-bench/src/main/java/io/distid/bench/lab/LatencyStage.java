package io.distid.bench.lab;

import io.distid.bench.latency.CrashRestarts;
import io.distid.bench.latency.LatencyMeasurement;
import io.distid.bench.latency.LatencyPlan;
import io.distid.bench.latency.ServerCounter;
import io.distid.bench.report.Units;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Latency;
import io.distid.bench.results.StartUp;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Measures what a single process sees: how long calls take, how long the first one takes, and what the server does for them. */
final class LatencyStage implements Stage {
    private static final Duration BEGIN = Duration.ofSeconds(1);
    /** The first lease of a new namespace or file waits one or two reservations, and how far a clock may be ahead. */
    private static final Duration PREPARATION = Duration.ofSeconds(6);

    private static final Duration WAIT = Duration.ofSeconds(4);

    @Override
    public String title() {
        return "latency";
    }

    @Override
    public Duration estimate(StageContext run) {
        LatencyPlan plan = run.profile().latency();
        Duration processes = plan.estimate()
                .multipliedBy((long) plan.rounds() * (run.subjects().size() + 1));
        long leases = run.subjects().stream().filter(LatencyStage::takesLeases).count();
        Duration preparation = plan.restarts() == 0 || leases == 0 ? Duration.ZERO : PREPARATION;
        return processes.plus(preparation).plus(BEGIN.plus(WAIT).multipliedBy(plan.restarts() * leases));
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        Map<String, LatencyMeasurement> found = new LinkedHashMap<>();
        LatencyPlan plan = run.profile().latency();
        LatencyMeasurement bare = new LatencyMeasurement(LatencyMeasurement.BARE, plan, run.settings());
        for (int round = 1; round <= plan.rounds(); round++) {
            run.timed(title(LatencyMeasurement.BARE, round, plan), plan.estimate(), () -> {
                bare.round(null);
                run.collector.referenceLatency(LatencyMeasurement.BARE, bare.latency());
                return summary(bare);
            });
            for (Subject subject : run.remaining()) {
                String name = subject.name();
                run.timed(subject, title(name, round, plan), plan.estimate(), () -> {
                    LatencyMeasurement measurement =
                            found.computeIfAbsent(name, any -> new LatencyMeasurement(name, plan, run.settings()));
                    ServerKind server = subject.server();
                    measurement.round(server == null ? null : () -> ServerCounter.open(server, run.servers()));
                    publish(name, measurement, run.collector);
                    return summary(measurement);
                });
            }
        }
        restart(found, run);
    }

    private static void publish(String name, LatencyMeasurement measurement, ResultCollector collector) {
        collector.measured(name, Kind.LATENCY, measurement.latency());
        collector.measured(name, Kind.START_UP, measurement.startUp(List.of()));
        collector.measured(name, Kind.ROUND_TRIPS, measurement.roundTrips());
    }

    /** All predecessors are killed before the first successor is waited for, since the waits take longest. */
    private static void restart(Map<String, LatencyMeasurement> found, StageContext run) throws InterruptedException {
        int times = run.profile().latency().restarts();
        if (times == 0 || leasing(run).isEmpty()) {
            return;
        }
        // A missing server leaves out only the source of worker ids that needs it.
        leasing(run).stream()
                .flatMap(subject -> CrashRestarts.servers(subject.name()).stream())
                .distinct()
                .forEach(run::start);
        try (CrashRestarts restarts = new CrashRestarts(run.servers())) {
            run.progress().step("opening namespaces", PREPARATION);
            int failed =
                    restarts.prepare(leasing(run).stream().map(Subject::name).toList());
            run.progress().done(failed == 0 ? "ready" : failed + " cannot be opened, and are tried once more");
            for (int time = 1; time <= times; time++) {
                String count = ", " + time + "/" + times;
                for (Subject subject : leasing(run)) {
                    run.attempt(subject, "crashing " + subject.name() + count, BEGIN, () -> {
                        restarts.begin(subject.name());
                        return "its successor waits";
                    });
                }
                for (Subject subject : leasing(run)) {
                    run.attempt(subject, "restarting " + subject.name() + count, WAIT, () -> {
                        List<StartUp.Lease> leases = restarts.finish(subject.name());
                        publish(subject.name(), leases, found, run.collector);
                        return summary(leases);
                    });
                }
            }
        }
    }

    /**
     * Publishes the leases of all sources for the strategy. A row with one source, such as {@code snowflake worker=mysql}, gets its own.
     */
    private static void publish(
            String name, List<StartUp.Lease> leases, Map<String, LatencyMeasurement> found, ResultCollector collector) {
        collector.measured(name, Kind.START_UP, found.get(name).startUp(leases));
        for (StartUp.Lease lease : leases) {
            String row = name + " worker=" + lease.worker();
            LatencyMeasurement measurement = found.get(row);
            if (measurement != null && measurement.wasOpened()) {
                collector.measured(row, Kind.START_UP, measurement.startUp(List.of(lease)));
            }
        }
    }

    private static List<Subject> leasing(StageContext run) {
        return run.remaining().stream().filter(LatencyStage::takesLeases).toList();
    }

    private static boolean takesLeases(Subject subject) {
        return CrashRestarts.subjects().contains(subject.name());
    }

    private static String title(String name, int round, LatencyPlan plan) {
        return "timing calls of " + name + ", process " + round + "/" + plan.rounds();
    }

    private static String summary(LatencyMeasurement measurement) {
        String first = String.format(
                "first id after %.0f ms", measurement.startUp(List.of()).first());
        List<Latency> all = measurement.latency();
        return all.isEmpty()
                ? first
                : first
                        + String.format(
                                ", then 99 %% within %.1f µs at ", all.get(0).p99() / 1e3)
                        + Units.number(all.get(0).reached()) + "/s";
    }

    private static String summary(List<StartUp.Lease> leases) {
        return leases.stream()
                .map(lease -> String.format("%s %.0f ms", lease.worker(), lease.afterCrash()))
                .collect(Collectors.joining(", "));
    }
}
