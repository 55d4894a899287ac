package io.distid.bench;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.check.OrderCheck;
import io.distid.bench.check.Recorder;
import io.distid.bench.check.Recording;
import io.distid.bench.check.ShapeCheck;
import io.distid.bench.check.UniquenessCheck;
import io.distid.bench.report.Figures;
import io.distid.bench.report.Traits;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.SettingsFile;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.Fork;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.spi.Secret;
import io.distid.testkit.server.ServerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run: first the ids of every strategy are checked, then the throughput of all that passed through it is measured, fork by
 * fork in turn.
 *
 * <p>A strategy that fails or cannot be run leaves the others alone.
 */
final class Comparison {
    private static final Duration SERVER_START = Duration.ofSeconds(6);

    private final Profile profile;
    private final List<Subject> subjects;
    private final Servers servers;
    private final Ledger ledger;
    private final Progress progress;
    private final Map<Subject, IdTraits> runnable = new LinkedHashMap<>();

    Comparison(Profile profile, List<Subject> subjects, Servers servers, Ledger ledger, Progress progress) {
        this.profile = profile;
        this.subjects = subjects;
        this.servers = servers;
        this.ledger = ledger;
        this.progress = progress;
        subjects.forEach(subject -> ledger.open(subject.name()));
    }

    /** Runs it; what was found is in the ledger, whole or, after an exception, in part. */
    void run() throws InterruptedException {
        Fork fork = new Fork(profile.warmUps(), profile.warmUp(), profile.iterations(), profile.iteration());
        long kinds = subjects.stream()
                .map(Subject::server)
                .filter(kind -> kind != null)
                .distinct()
                .count();
        progress.plan(SERVER_START.multipliedBy(kinds));
        progress.plan(profile.check().multipliedBy(subjects.size()));
        progress.plan(fork.estimate()
                .multipliedBy((long) profile.forks() * profile.threads().size() * (subjects.size() + 2)));
        for (Subject subject : subjects) {
            check(subject);
        }
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        runnable.keySet()
                .forEach(subject ->
                        settings.put(subject.name(), subject.settings().of(0, servers)));
        try (SettingsFile file = SettingsFile.write(settings)) {
            ThroughputRun throughput = new ThroughputRun(fork, file.jvmArgument());
            for (int round = 1; round <= profile.forks(); round++) {
                measureAll(throughput, fork.estimate(), round);
            }
        }
    }

    private void check(Subject subject) throws InterruptedException {
        String name = subject.name();
        if (!serverFor(subject)) {
            return;
        }
        progress.step("checking " + name, profile.check());
        List<IdGenerator> nodes = new ArrayList<>();
        try {
            for (int node = 0; node < profile.nodes(); node++) {
                nodes.add(subject.open(node, servers));
            }
            IdTraits traits = nodes.get(0).traits();
            Recording recording =
                    new Recorder(profile.nodeThreads(), profile.idsPerThread(), profile.check()).record(nodes);
            UniquenessCheck uniqueness = UniquenessCheck.of(recording);
            OrderCheck order = OrderCheck.of(recording, traits.ordering());
            ledger.checked(
                    name,
                    uniqueness.result(),
                    order.result(),
                    Traits.of(traits),
                    ShapeCheck.of(recording, nodes.get(0).nextText()));
            runnable.put(subject, traits);
            judge(name, uniqueness, order);
            progress.done(Figures.number(recording.size()) + " ids, "
                    + uniqueness.result().duplicates() + " duplicates, order "
                    + Figures.order(order.result().measured()));
        } catch (RuntimeException | Error e) {
            fail(name, e);
        } finally {
            nodes.forEach(Comparison::closeQuietly);
        }
    }

    private void judge(String name, UniquenessCheck uniqueness, OrderCheck order) {
        if (uniqueness.result().duplicates() > 0) {
            ledger.failed(
                    name,
                    uniqueness.result().duplicates() + " duplicates: " + String.join("; ", uniqueness.examples()));
        } else if (order.broken()) {
            ledger.failed(
                    name,
                    "claims order " + Figures.order(order.result().claimed()) + ", which does not hold: "
                            + String.join("; ", order.examples()));
        }
    }

    private boolean serverFor(Subject subject) {
        ServerKind kind = subject.server();
        if (kind == null) {
            return true;
        }
        progress.step("starting " + kind, servers.isRunning(kind) ? Duration.ZERO : SERVER_START);
        try {
            if (!servers.isRunning(kind)) {
                servers.start(kind);
                progress.done(servers.describe(kind));
            }
            ledger.server(subject.name(), servers.describe(kind));
            return true;
        } catch (ServerUnavailableException e) {
            String reason = "no server: " + Secret.redact(String.valueOf(e.getMessage()));
            ledger.skipped(subject.name(), reason);
            progress.done(reason);
            return false;
        }
    }

    private void measureAll(ThroughputRun throughput, Duration estimate, int round) throws InterruptedException {
        for (int threads : profile.threads()) {
            for (Target reference : List.of(Target.ATOMIC_LONG, Target.CLOCK)) {
                begin(reference.name(), threads, round, estimate);
                List<Double> rates = throughput.measure(reference, threads);
                ledger.reference(reference.name(), threads, rates);
                progress.done(summary(rates));
            }
            for (Map.Entry<Subject, IdTraits> entry : List.copyOf(runnable.entrySet())) {
                String name = entry.getKey().name();
                begin(name, threads, round, estimate);
                try {
                    List<Double> rates = throughput.measure(
                            Target.strategy(name, entry.getValue().bits()), threads);
                    ledger.rates(name, threads, rates);
                    progress.done(summary(rates));
                } catch (IllegalStateException e) {
                    fail(name, e);
                    runnable.remove(entry.getKey());
                }
            }
        }
    }

    private void begin(String name, int threads, int round, Duration estimate) {
        progress.step(
                "measuring " + name + ", " + threads + (threads == 1 ? " thread" : " threads") + ", fork " + round + "/"
                        + profile.forks(),
                estimate);
    }

    private void fail(String name, Throwable e) {
        boolean speaksForItself = e instanceof IdException || e instanceof IllegalStateException;
        String message = speaksForItself ? e.getMessage() : e.toString();
        String reason = Secret.redact(String.valueOf(message));
        ledger.failed(name, reason);
        progress.done("failed: " + reason);
    }

    private static String summary(List<Double> rates) {
        return Figures.number(rates.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0))
                + "/s";
    }

    /** What a generator says when it is closed does not undo what it did before. */
    private static void closeQuietly(IdGenerator generator) {
        try {
            generator.close();
        } catch (RuntimeException e) {
            System.getLogger(Comparison.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a generator could not give back what it held: {0}",
                            e.getMessage());
        }
    }
}
