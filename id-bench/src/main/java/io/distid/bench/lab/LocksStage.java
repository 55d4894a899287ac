package io.distid.bench.lab;

import io.distid.Ordering;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.locks.CrashHandOver;
import io.distid.bench.locks.LocksPlan;
import io.distid.bench.nodes.NodeProcesses;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.report.Units;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Row;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import io.distid.testservers.ServerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Takes and frees each lock: by one thread without a rival, by threads of several processes that all want it, and after a crash of its holder.
 * The numbers of all grants are compared as ids are.
 */
public final class LocksStage implements Stage {
    /** How often a crash is tried, if a machine is so busy that the holder loses its locks while it lives. */
    private static final int CRASHES = 3;

    private final List<Subject> locks;

    /**
     * Of some locks.
     *
     * @param locks none to measure nothing
     */
    public LocksStage(List<Subject> locks) {
        this.locks = List.copyOf(locks);
    }

    @Override
    public Duration estimate(StageContext run) {
        LocksPlan plan = run.profile().locks();
        return locks.isEmpty()
                ? Duration.ZERO
                : plan.estimate().multipliedBy(locks.size()).plus(plan.estimateOfCrash());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        LocksPlan plan = run.profile().locks();
        locks.forEach(lock -> open(lock, run));
        rates(run, plan.alone(), "locking %s alone", (line, check) -> {
            boolean numbered = check.claimed() == Ordering.GLOBAL;
            return line.withAlone(check.result().idsPerSecond(), numbered);
        });
        rates(
                run,
                plan.contended(),
                "locking %s in " + plan.contended().processes() + " processes",
                (line, check) -> line.withContended(check.result().idsPerSecond()));
        if (!plan.lease().isZero() && !remaining(run).isEmpty()) {
            crash(run, plan);
        }
    }

    private static void open(Subject lock, StageContext run) {
        LocksPlan plan = run.profile().locks();
        ServerKind kind = lock.server();
        String server = null;
        String reason = null;
        try {
            if (kind != null) {
                run.servers().start(kind);
                server = run.servers().describe(kind);
            }
        } catch (ServerUnavailableException e) {
            reason = Secret.redact(String.valueOf(e.getMessage()));
        }
        run.collector()
                .lock(new LockLine(
                        lock.name(),
                        lock.origin(),
                        server,
                        reason == null ? Row.Status.measured : Row.Status.skipped,
                        reason,
                        null,
                        null,
                        plan.contended().processes(),
                        plan.contended().threads(),
                        null,
                        plan.lease().toMillis(),
                        null));
    }

    private List<Subject> remaining(StageContext run) {
        return locks.stream()
                .filter(lock -> run.collector().lock(lock.name()).status() == Row.Status.measured)
                .toList();
    }

    /** What a measurement says of a lock. */
    private interface Found {
        LockLine in(LockLine line, NodesCheck check);
    }

    private void rates(StageContext run, NodesPlan plan, String what, Found found) throws InterruptedException {
        try (NodeProcesses processes = new NodeProcesses(plan)) {
            for (Subject lock : remaining(run)) {
                run.progress()
                        .step(
                                String.format(what, lock.name()),
                                run.profile().locks().estimate().dividedBy(2));
                run.progress().done(rate(run, processes, lock, found));
            }
        }
    }

    private static String rate(StageContext run, NodeProcesses processes, Subject lock, Found found)
            throws InterruptedException {
        LockLine line = run.collector().lock(lock.name());
        try {
            NodesCheck check =
                    processes.run(lock.name(), node -> lock.settings().of(node, run.servers()));
            LockLine measured = found.in(line, check);
            String fault = check.fault();
            run.collector().lock(fault == null ? measured : measured.ended(Row.Status.failed, fault));
            return Units.number(check.result().idsPerSecond()) + "/s";
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            run.collector().lock(line.ended(Row.Status.failed, reason));
            return "failed: " + reason;
        }
    }

    private void crash(StageContext run, LocksPlan plan) throws InterruptedException {
        List<Subject> held = remaining(run);
        run.progress().step("killing the holder of " + held.size() + " locks", plan.estimateOfCrash());
        try {
            Map<String, Double> millis = afterCrash(held, run, plan.lease());
            for (Subject lock : held) {
                LockLine line = run.collector().lock(lock.name());
                Double after = millis.get(lock.name());
                run.collector()
                        .lock(
                                after != null
                                        ? line.withAfterCrash(after)
                                        : line.ended(
                                                Row.Status.failed,
                                                "not granted within 30 s after the end of the lease of a holder that crashed"));
            }
            run.progress().done("granted to another");
        } catch (RuntimeException e) {
            String reason = FailureReason.of(e);
            System.getLogger(LocksStage.class.getName())
                    .log(System.Logger.Level.WARNING, "no lock was measured after a crash: {0}", reason);
            run.progress().done("failed: " + reason);
        }
    }

    /** A holder that got no core for as long as its lease had lost it before it was killed: then once more. */
    private static Map<String, Double> afterCrash(List<Subject> held, StageContext run, Duration lease)
            throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return CrashHandOver.measure(held, run.servers(), lease);
            } catch (IllegalStateException e) {
                if (attempt == CRASHES) {
                    throw e;
                }
            }
        }
    }
}
