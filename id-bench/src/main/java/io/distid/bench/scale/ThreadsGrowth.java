package io.distid.bench.scale;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.report.Units;
import io.distid.bench.results.Row;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.Target;
import java.time.Duration;
import java.util.List;

/** How threads share one generator of each strategy, each strategy in a JVM of its own. Stateless: safe for use by any number of threads. */
final class ThreadsGrowth {
    static final String PLATFORM = "platform threads";
    static final String VIRTUAL = "virtual threads";

    private static final List<ScaleFigure> FIGURES =
            List.of(ScaleFigure.RATE, ScaleFigure.SLOWEST, ScaleFigure.FASTEST, ScaleFigure.P99, ScaleFigure.FAILED);

    private ThreadsGrowth() {}

    static Duration estimate(ScalePlan plan, int subjects) {
        long sizes = plan.threads().size()
                + (ThreadsTrial.hasVirtual() ? plan.virtualThreads().size() : 0);
        return one(plan).multipliedBy(sizes).plusSeconds(2).multipliedBy(subjects + 1L);
    }

    private static Duration one(ScalePlan plan) {
        return plan.window().multipliedBy(3).dividedBy(2).plusMillis(200);
    }

    /** Of those, and of a bare counter first, which shows what the scheduler of the system makes of as many threads. */
    static void measure(ScaleRun run, List<Subject> subjects, SettingsFile settings) throws InterruptedException {
        measure(run, new ScaleCurves.Subject(Target.ATOMIC_LONG.name(), "", null), settings);
        for (Subject subject : subjects) {
            String server = subject.server() == null ? null : run.servers().describe(subject.server());
            measure(run, new ScaleCurves.Subject(subject.name(), "", server), settings);
        }
    }

    private static void measure(ScaleRun run, ScaleCurves.Subject subject, SettingsFile settings)
            throws InterruptedException {
        boolean going = true;
        try (ChildJvm jvm = ScaleRun.start(settings, List.of())) {
            for (int count : run.plan().threads()) {
                going = going && measure(run, jvm, subject.with(PLATFORM), count, false);
            }
            if (!ThreadsTrial.hasVirtual()) {
                run.repeatStolen();
                run.curves()
                        .ended(
                                subject.with(VIRTUAL),
                                Row.Status.skipped,
                                "Java " + Runtime.version().feature() + " has no virtual threads",
                                List.of(ScaleFigure.RATE));
                return;
            }
            for (int count : run.plan().virtualThreads()) {
                going = going && measure(run, jvm, subject.with(VIRTUAL), count, true);
            }
            run.repeatStolen();
        } catch (RuntimeException e) {
            run.failed(subject.name(), subject.with(PLATFORM), FIGURES, e);
        }
    }

    private static boolean measure(ScaleRun run, ChildJvm jvm, ScaleCurves.Subject of, int count, boolean virtual)
            throws InterruptedException {
        String what = of.name() + ", " + Units.number(count) + " " + of.series();
        return run.attempt(what, one(run.plan()), of, FIGURES, () -> {
            TrialFigures found = ScaleRun.find(
                    jvm,
                    "threads",
                    of.name(),
                    count,
                    virtual,
                    run.plan().window().toMillis());
            run.curves().add(of, count, found);
            return Units.number(found.all().get(ScaleFigure.RATE)) + " ids/s";
        });
    }
}
