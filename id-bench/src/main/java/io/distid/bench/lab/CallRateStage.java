package io.distid.bench.lab;

import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.locks.LocksPlan;
import io.distid.bench.nodes.NodeProcesses;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.report.Units;
import io.distid.bench.results.Row;
import io.distid.bench.results.SubjectLine;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures call rates of subjects other than strategies, which {@link ThroughputStage} measures. It uses one thread,
 * then threads of several processes. The results of all calls are compared, like ids.
 */
abstract class CallRateStage<L extends SubjectLine<L>> implements Stage {
    /** The warm-up of subjects that share JVMs, as a part of the measured time. */
    private static final int WARM_UP_SHARE = 4;

    private final List<Subject> subjects;

    CallRateStage(List<Subject> subjects) {
        this.subjects = List.copyOf(subjects);
    }

    /** Adds a measurement to the line of a subject. */
    interface Found<L> {
        L in(L line, NodesCheck check);
    }

    /** The lines for the results. */
    abstract ResultCollector.Lines<L> lines(StageContext run);

    /** The line of a subject before any measurement. */
    abstract L line(
            Subject subject, @Nullable String server, Row.Status status, @Nullable String reason, LocksPlan plan);

    @Override
    public Duration estimate(StageContext run) {
        return run.profile().locks().estimate().multipliedBy(subjects.size());
    }

    /** Starts the servers; a subject without its server is skipped. */
    final void open(StageContext run) {
        for (Subject subject : subjects) {
            ServerKind kind = subject.server();
            String server = null;
            String reason = null;
            try {
                if (kind != null) {
                    run.servers().start(kind);
                    server = run.servers().describe(kind);
                }
            } catch (ServerUnavailableException e) {
                reason = LabSecrets.hide(e.getMessage());
            }
            Row.Status status = reason == null ? Row.Status.measured : Row.Status.skipped;
            lines(run).put(line(subject, server, status, reason, run.profile().locks()));
        }
    }

    /** The subjects that were neither skipped nor failed. */
    final List<Subject> remaining(StageContext run) {
        return subjects.stream()
                .filter(subject -> lines(run).get(subject.name()).status() == Row.Status.measured)
                .toList();
    }

    /** Measures all that remain; {@code what}: the title of the step, with a place for the subject's name. */
    final void rates(StageContext run, NodesPlan plan, String what, Found<L> found) throws InterruptedException {
        try (NodeProcesses processes = new NodeProcesses(plan)) {
            if (!plan.ownJvms()) {
                warmUp(run, processes, plan);
            }
            for (Subject subject : remaining(run)) {
                run.timed(
                        String.format(what, subject.name()),
                        run.profile().locks().estimate().dividedBy(2),
                        () -> rate(run, processes, subject, found));
            }
        }
    }

    /**
     * Warms up subjects of the same server, which share code, distid's and peers'. In a shared JVM the first one
     * measured would pay the warm-up of all.
     */
    private void warmUp(StageContext run, NodeProcesses processes, NodesPlan plan) throws InterruptedException {
        Duration time = plan.duration().dividedBy(WARM_UP_SHARE);
        List<Subject> all = remaining(run);
        for (Subject subject : all) {
            if (all.stream().filter(other -> other.server() == subject.server()).count() == 1) {
                continue;
            }
            try {
                processes.warmUp(subject.name(), node -> subject.settings().of(node, run.servers()), time);
            } catch (RuntimeException | Error e) {
                fail(subject, run, FailureReason.of(e));
            }
        }
    }

    final void fail(Subject subject, StageContext run, String reason) {
        lines(run).put(lines(run).get(subject.name()).ended(Row.Status.failed, reason));
    }

    private String rate(StageContext run, NodeProcesses processes, Subject subject, Found<L> found)
            throws InterruptedException {
        L line = lines(run).get(subject.name());
        try {
            NodesCheck check =
                    processes.run(subject.name(), node -> subject.settings().of(node, run.servers()));
            L measured = found.in(line, check);
            String fault = check.fault();
            String notShown = check.notShown();
            lines(run)
                    .put(
                            fault != null
                                    ? measured.ended(Row.Status.failed, fault)
                                    : notShown != null ? measured.ended(Row.Status.notShown, notShown) : measured);
            return Units.number(check.result().idsPerSecond()) + "/s";
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            fail(subject, run, reason);
            return "failed: " + reason;
        }
    }
}
