package io.distid.bench;

import io.distid.bench.report.Figures;
import io.distid.bench.report.Latency;
import io.distid.bench.report.StartUp;
import io.distid.bench.solo.ServerCounter;
import io.distid.bench.solo.SoloPlan;
import io.distid.bench.solo.SoloSubject;
import io.distid.bench.solo.Takeovers;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import io.distid.testkit.server.ServerUnavailableException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures what a single process sees: how long calls take, how long the first one takes, and what the server does for them. */
final class SoloStage implements Stage {
    private static final Duration SERVER_START = Duration.ofSeconds(3);
    private static final Duration BEGIN = Duration.ofSeconds(1);
    private static final Duration WAIT = Duration.ofSeconds(4);

    @Override
    public Duration estimate(Run run) {
        SoloPlan plan = run.profile().solo();
        Duration processes = plan.estimate()
                .multipliedBy((long) plan.rounds() * (run.subjects().size() + 1));
        long leases = run.subjects().stream().filter(SoloStage::takesLeases).count();
        return processes.plus(BEGIN.plus(WAIT).multipliedBy(plan.takeovers() * leases));
    }

    @Override
    public void measure(Run run) throws InterruptedException {
        Map<String, SoloSubject> found = new LinkedHashMap<>();
        SoloPlan plan = run.profile().solo();
        SoloSubject bare = new SoloSubject(SoloSubject.BARE, plan, run.jvmArgument());
        for (int round = 1; round <= plan.rounds(); round++) {
            bare(bare, round, run);
            for (Subject subject : run.remaining()) {
                String name = subject.name();
                run.attempt(subject, title(name, round, plan), plan.estimate(), () -> {
                    SoloSubject solo =
                            found.computeIfAbsent(name, any -> new SoloSubject(name, plan, run.jvmArgument()));
                    ServerKind server = subject.server();
                    solo.round(server == null ? null : () -> ServerCounter.open(server, run.servers()));
                    publish(name, solo, run.ledger());
                    return summary(solo);
                });
            }
        }
        takeOver(found, run);
    }

    private static void bare(SoloSubject bare, int round, Run run) throws InterruptedException {
        run.progress()
                .step(
                        title(SoloSubject.BARE, round, run.profile().solo()),
                        run.profile().solo().estimate());
        bare.round(null);
        run.ledger().referenceLatency(SoloSubject.BARE, bare.latency());
        run.progress().done(summary(bare));
    }

    private static void publish(String name, SoloSubject solo, Ledger ledger) {
        ledger.latency(name, solo.latency());
        ledger.startUp(name, solo.startUp(List.of()));
        if (solo.traffic() != null) {
            ledger.traffic(name, solo.traffic());
        }
    }

    /** All predecessors are killed before the first successor is waited for, since the waits take longest. */
    private static void takeOver(Map<String, SoloSubject> found, Run run) throws InterruptedException {
        int times = run.profile().solo().takeovers();
        if (times == 0 || run.remaining().stream().noneMatch(SoloStage::takesLeases)) {
            return;
        }
        startServers(run);
        try (Takeovers takeovers = new Takeovers(run.servers())) {
            for (int time = 1; time <= times; time++) {
                String count = ", " + time + "/" + times;
                for (Subject subject : run.remaining()) {
                    if (takesLeases(subject)) {
                        run.attempt(subject, "crashing " + subject.name() + count, BEGIN, () -> {
                            takeovers.begin(subject.name());
                            return "its successor waits";
                        });
                    }
                }
                for (Subject subject : run.remaining()) {
                    if (takesLeases(subject)) {
                        run.attempt(subject, "restarting " + subject.name() + count, WAIT, () -> {
                            List<StartUp.Lease> leases = takeovers.finish(subject.name());
                            publish(subject.name(), leases, found, run.ledger());
                            return summary(leases);
                        });
                    }
                }
            }
        }
    }

    /** Of the strategy all sources; of a row with one source, such as {@code snowflake worker=mysql}, that one. */
    private static void publish(
            String name, List<StartUp.Lease> leases, Map<String, SoloSubject> found, Ledger ledger) {
        ledger.startUp(name, found.get(name).startUp(leases));
        for (StartUp.Lease lease : leases) {
            String row = name + " worker=" + lease.worker();
            SoloSubject solo = found.get(row);
            if (solo != null && solo.wasOpened()) {
                ledger.startUp(row, solo.startUp(List.of(lease)));
            }
        }
    }

    /** A server that cannot be had leaves out the source of worker ids that needs it, and nothing else. */
    private static void startServers(Run run) {
        run.remaining().stream()
                .flatMap(subject -> Takeovers.servers(subject.name()).stream())
                .distinct()
                .filter(kind -> !run.servers().isRunning(kind))
                .forEach(kind -> {
                    run.progress().step("starting " + kind, SERVER_START);
                    try {
                        run.servers().start(kind);
                        run.progress().done(run.servers().describe(kind));
                    } catch (ServerUnavailableException e) {
                        run.progress().done("no server: " + Secret.redact(String.valueOf(e.getMessage())));
                    }
                });
    }

    private static boolean takesLeases(Subject subject) {
        return Takeovers.subjects().contains(subject.name());
    }

    private static String title(String name, int round, SoloPlan plan) {
        return "timing calls of " + name + ", process " + round + "/" + plan.rounds();
    }

    private static String summary(SoloSubject solo) {
        String first =
                String.format("first id after %.0f ms", solo.startUp(List.of()).first());
        List<Latency> all = solo.latency();
        return all.isEmpty()
                ? first
                : first
                        + String.format(
                                ", then 99 %% within %.1f µs", all.get(0).p99() / 1e3) + " at "
                        + Figures.number(all.get(0).reached()) + "/s";
    }

    private static String summary(List<StartUp.Lease> leases) {
        return String.join(
                ", ",
                leases.stream()
                        .map(lease -> String.format("%s %.0f ms", lease.worker(), lease.afterCrash()))
                        .toList());
    }
}
