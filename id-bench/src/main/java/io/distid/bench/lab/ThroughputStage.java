package io.distid.bench.lab;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Safety;
import io.distid.bench.report.Units;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.ForkPlan;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.bench.throughput.TrialResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Measures the rate and the cost of ids, fork by fork in turn, each round between the bare references. Each rate has
 * the share of the CPU time that the host took.
 */
final class ThroughputStage implements Stage {
    private static final List<Target> REFERENCES = List.of(Target.ATOMIC_LONG, Target.CLOCK);

    @Override
    public String title() {
        return "throughput";
    }

    @Override
    public Duration estimate(StageContext run) {
        Profile profile = run.profile();
        long round = run.subjects().size() + REFERENCES.size();
        return profile.fork().estimate().multipliedBy(profile.forks() * round + REFERENCES.size());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        Profile profile = run.profile();
        ThroughputRun throughput = new ThroughputRun(run.settings());
        for (int round = 1; round <= profile.forks(); round++) {
            String fork = ", fork " + round + "/" + profile.forks();
            references(run, throughput, fork);
            for (Subject subject : run.remaining()) {
                run.attempt(
                        subject,
                        "measuring " + subject.name() + fork,
                        fork(run, subject).estimate(),
                        () -> measure(run, throughput, subject));
            }
        }
        references(run, throughput, ", after them");
    }

    private static void references(StageContext run, ThroughputRun throughput, String fork)
            throws InterruptedException {
        ForkPlan plan = run.profile().fork();
        for (Target reference : REFERENCES) {
            run.progress().step("measuring " + reference.name() + fork, plan.estimate());
            MeasuredFork measured = measure(run, throughput, reference, plan);
            run.collector.reference(reference.name(), measured);
            run.progress().done(summary(measured));
        }
    }

    private static String measure(StageContext run, ThroughputRun throughput, Subject subject)
            throws InterruptedException {
        MeasuredFork measured = measure(run, throughput, Target.subject(subject.name()), fork(run, subject));
        run.collector.fork(subject.name(), measured);
        return summary(measured);
    }

    private static MeasuredFork measure(StageContext run, ThroughputRun throughput, Target target, ForkPlan plan)
            throws InterruptedException {
        run.meter.begin();
        List<TrialResult> samples = throughput.measure(target, plan);
        return new MeasuredFork(samples, run.meter.spent());
    }

    private static ForkPlan fork(StageContext run, Subject subject) {
        ForkPlan fork = run.profile().fork();
        IdTraits traits = run.traits(subject);
        if (traits.coordination() == Coordination.PER_BATCH) {
            return fork.forRanges();
        }
        return traits.safety() == Safety.RANDOM ? fork.forRandomBits() : fork;
    }

    private static String summary(MeasuredFork fork) {
        return fork.samples().stream()
                .map(sample -> sample.threads() + (sample.threads() == 1 ? " thread " : " threads ")
                        + (sample.batch() ? "by the batch " : "") + Units.number(mean(sample.rates())) + "/s")
                .collect(Collectors.joining(", "));
    }

    private static double mean(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
