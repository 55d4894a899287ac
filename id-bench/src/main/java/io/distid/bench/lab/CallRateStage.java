package io.distid.bench.lab;

import io.distid.bench.locks.LocksPlan;
import io.distid.bench.nodes.NodeProcesses;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.progress.Steps;
import io.distid.bench.report.Units;
import io.distid.bench.results.Row;
import io.distid.bench.results.SubjectLine;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Measures call rates of subjects other than strategies, which {@link ThroughputStage} measures. It uses one thread,
 * then threads of several processes. The results of all calls are compared, like ids.
 */
abstract class CallRateStage<L extends SubjectLine<L>> extends LineStage<L> {
    /** The warm-up of subjects that share JVMs, as a part of the measured time. */
    private static final int WARM_UP_SHARE = 4;

    private final String verb;

    CallRateStage(
            String title,
            String verb,
            List<Subject> subjects,
            Function<ResultCollector, ResultCollector.Lines<L>> lines) {
        super(title, subjects, lines);
        this.verb = verb;
    }

    abstract L alone(L line, NodesCheck check);

    /** Adds the rate of all threads of all processes to a line. */
    abstract L together(L line, NodesCheck check);

    @Override
    public Duration estimate(StageContext run) {
        return run.profile().locks().estimate().multipliedBy(subjects.size());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        LocksPlan plan = run.profile().locks();
        open(run);
        rates(run, plan.alone(), " alone", this::alone);
        rates(run, plan.contended(), " in " + plan.contended().processes() + " processes", this::together);
    }

    private void rates(StageContext run, NodesPlan plan, String how, BiFunction<L, NodesCheck, L> found)
            throws InterruptedException {
        try (NodeProcesses processes = new NodeProcesses(plan, Steps.NONE)) {
            if (!plan.ownJvms()) {
                warmUp(run, processes, plan);
            }
            for (Subject subject : remaining(run)) {
                StageContext.Step step = () -> rate(run, processes, subject, found);
                run.timed(
                        verb + " " + subject.name() + how,
                        run.profile().locks().estimate().dividedBy(2),
                        () -> attempted(run, subject, step));
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
            if (all.stream().filter(other -> other.server() == subject.server()).count() > 1) {
                attempted(run, subject, () -> {
                    processes.warmUp(subject.name(), node -> subject.settings().of(node, run.servers()), time);
                    return "warm";
                });
            }
        }
    }

    private String rate(StageContext run, NodeProcesses processes, Subject subject, BiFunction<L, NodesCheck, L> found)
            throws InterruptedException {
        NodesCheck check =
                processes.run(subject.name(), node -> subject.settings().of(node, run.servers()));
        L measured = found.apply(lines(run).get(subject.name()), check);
        if (check.fault() != null) {
            measured = measured.ended(Row.Status.failed, check.fault());
        } else if (check.notShown() != null) {
            measured = measured.ended(Row.Status.notShown, check.notShown());
        }
        lines(run).put(measured);
        return Units.number(check.result().idsPerSecond()) + "/s";
    }
}
