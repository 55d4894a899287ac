package io.distid.bench;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.check.OrderCheck;
import io.distid.bench.check.Recorder;
import io.distid.bench.check.Recording;
import io.distid.bench.check.ShapeCheck;
import io.distid.bench.check.UniquenessCheck;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.Figures;
import io.distid.bench.report.Traits;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import io.distid.testkit.server.ServerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts the servers, opens each subject as several nodes of one process, and holds their ids to what is claimed of them. */
final class CheckStage implements Stage {
    private static final Duration SERVER_START = Duration.ofSeconds(6);

    @Override
    public Duration estimate(Run run) {
        long kinds = run.subjects().stream()
                .map(Subject::server)
                .filter(kind -> kind != null)
                .distinct()
                .count();
        return SERVER_START
                .multipliedBy(kinds)
                .plus(run.profile().check().multipliedBy(run.subjects().size()));
    }

    @Override
    public void measure(Run run) throws InterruptedException {
        for (Subject subject : run.subjects()) {
            if (serverFor(subject, run)) {
                Duration estimate = run.profile().check();
                run.attempt(subject, "checking " + subject.name(), estimate, () -> check(subject, run));
            }
        }
    }

    private static String check(Subject subject, Run run) throws InterruptedException {
        Profile profile = run.profile();
        List<IdGenerator> nodes = new ArrayList<>();
        try {
            for (int node = 0; node < profile.nodes(); node++) {
                nodes.add(subject.open(node, run.servers()));
            }
            IdTraits traits = nodes.get(0).traits();
            Recording recording =
                    new Recorder(profile.nodeThreads(), profile.idsPerThread(), profile.check()).record(nodes);
            UniquenessCheck uniqueness = UniquenessCheck.of(recording);
            OrderCheck order = OrderCheck.of(recording, traits.ordering());
            run.ledger()
                    .checked(
                            subject.name(),
                            uniqueness.result(),
                            order.result(),
                            Traits.of(traits),
                            ShapeCheck.of(recording, nodes.get(0).nextText()));
            run.admit(subject, traits);
            judge(subject.name(), uniqueness, order, run.ledger());
            return Figures.number(recording.size()) + " ids, "
                    + uniqueness.result().duplicates() + " duplicates, order "
                    + Figures.order(order.result().measured());
        } finally {
            nodes.forEach(CheckStage::closeQuietly);
        }
    }

    private static void judge(String name, UniquenessCheck uniqueness, OrderCheck order, Ledger ledger) {
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

    private static boolean serverFor(Subject subject, Run run) {
        ServerKind kind = subject.server();
        if (kind == null) {
            return true;
        }
        Servers servers = run.servers();
        Progress progress = run.progress();
        progress.step("starting " + kind, servers.isRunning(kind) ? Duration.ZERO : SERVER_START);
        try {
            if (!servers.isRunning(kind)) {
                servers.start(kind);
                progress.done(servers.describe(kind));
            }
            run.ledger().server(subject.name(), servers.describe(kind));
            return true;
        } catch (ServerUnavailableException e) {
            String reason = "no server: " + Secret.redact(String.valueOf(e.getMessage()));
            run.ledger().skipped(subject.name(), reason);
            progress.done(reason);
            return false;
        }
    }

    /** What a generator says when it is closed does not undo what it did before. */
    static void closeQuietly(IdGenerator generator) {
        try {
            generator.close();
        } catch (RuntimeException e) {
            System.getLogger(CheckStage.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a generator could not give back what it held: {0}",
                            e.getMessage());
        }
    }
}
