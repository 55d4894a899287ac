package io.distid.bench.lab;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.history.History;
import io.distid.bench.history.HistoryRecorder;
import io.distid.bench.history.OrderCheck;
import io.distid.bench.history.ShapeCheck;
import io.distid.bench.history.ThreadControls;
import io.distid.bench.history.UniquenessCheck;
import io.distid.bench.report.Units;
import io.distid.bench.results.Control;
import io.distid.bench.results.Kind;
import io.distid.bench.results.LeastIds;
import io.distid.bench.results.Row;
import io.distid.bench.results.Traits;
import io.distid.bench.subject.FirstOpening;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Starts the servers, opens each subject as several nodes of one process, and checks the claims of their ids. */
final class IdCheckStage implements Stage {
    private static final Duration CONTROLS = Duration.ofMillis(500);

    @Override
    public String title() {
        return "check of ids";
    }

    @Override
    public Duration estimate(StageContext run) {
        long kinds = run.subjects().stream()
                .map(Subject::server)
                .filter(kind -> kind != null)
                .distinct()
                .count();
        return CONTROLS.plus(StageContext.SERVER_START.multipliedBy(kinds))
                .plus(run.profile().check().multipliedBy(run.subjects().size()));
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        controls(run);
        // Namespaces of worker ids are begun now, so that other subjects are checked during the wait.
        Map<Subject, Future<?>> namespaces = new HashMap<>();
        for (Subject subject : run.subjects()) {
            if (subject.takesWorkerId() && serverFor(subject, run)) {
                namespaces.put(
                        subject,
                        FirstOpening.of(subject, () -> subject.settings().of(0, run.servers())));
            }
        }
        for (Subject subject : run.subjects()) {
            if (subject.takesWorkerId() ? namespaces.containsKey(subject) : serverFor(subject, run)) {
                run.attempt(subject, "checking " + subject.name(), run.profile().check(), () -> {
                    if (subject.takesWorkerId()) {
                        await(namespaces.get(subject));
                    }
                    return check(subject, run);
                });
            }
        }
    }

    private static void await(Future<?> namespace) throws InterruptedException {
        try {
            namespace.get();
        } catch (ExecutionException e) {
            // The check opens it, too, and reports the failure.
        }
    }

    /** The results show only a control that was not caught: the controls of processes may not run at all. */
    private static void controls(StageContext run) throws InterruptedException {
        run.progress().step("checking the checker of one process", CONTROLS);
        List<Control> controls = ThreadControls.run();
        List<Control> missed =
                controls.stream().filter(control -> !control.caught()).toList();
        missed.forEach(run.collector::control);
        run.progress()
                .done("caught " + (controls.size() - missed.size()) + " of " + controls.size()
                        + " that repeat on purpose");
    }

    private static String check(Subject subject, StageContext run) throws InterruptedException {
        Profile profile = run.profile();
        List<IdGenerator> nodes = new ArrayList<>();
        try {
            for (int node = 0; node < profile.nodes(); node++) {
                nodes.add(subject.open(node, run.servers()));
            }
            IdTraits traits = nodes.get(0).traits();
            History history =
                    new HistoryRecorder(profile.nodeThreads(), profile.idsPerThread(), profile.check()).record(nodes);
            UniquenessCheck uniqueness = UniquenessCheck.of(history);
            OrderCheck order = OrderCheck.of(history, traits.ordering());
            long duplicates = uniqueness.result().duplicates();
            String name = subject.name();
            ResultCollector collector = run.collector;
            collector.measured(name, Kind.UNIQUENESS, uniqueness.result());
            collector.measured(name, Kind.ORDERING, order.result());
            collector.measured(name, Kind.TRAITS, Traits.of(traits));
            collector.measured(
                    name, Kind.SHAPE, ShapeCheck.of(history, nodes.get(0).nextText()));
            run.admit(subject, traits);
            if (duplicates > 0) {
                collector.failed(name, duplicates + " duplicates: " + String.join("; ", uniqueness.examples()));
            } else if (order.broken()) {
                String claimed = Units.order(order.result().claimed());
                collector.failed(
                        name,
                        "claims order " + claimed + ", which does not hold: " + String.join("; ", order.examples()));
            }
            String notShown = LeastIds.reason(history.fewest(), LeastIds.PER_NODE, profile.nodes() + " generators");
            collector.notShown(name, notShown);
            return Units.number(history.size()) + " ids, "
                    + (notShown == null
                            ? duplicates + " duplicates, order "
                                    + Units.order(order.result().measured())
                            : Row.Status.notShown.toString());
        } finally {
            nodes.forEach(IdCheckStage::closeQuietly);
        }
    }

    private static boolean serverFor(Subject subject, StageContext run) {
        StageContext.Started started = run.start(subject.server());
        if (started.missing() != null) {
            run.collector.skipped(subject.name(), "no server: " + started.missing());
        } else {
            run.collector.server(subject.name(), started.server());
        }
        return started.missing() == null;
    }

    /** An error of closing does not undo the work before it. */
    static void closeQuietly(IdGenerator generator) {
        try {
            generator.close();
        } catch (RuntimeException e) {
            System.getLogger(IdCheckStage.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a generator could not give back what it held: {0}",
                            e.getMessage());
        }
    }
}
