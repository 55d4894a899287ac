package io.distid.bench.lab;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Safety;
import io.distid.bench.machine.CpuTime;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.report.Units;
import io.distid.bench.results.Kind;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.ForkPlan;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.bench.throughput.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the rate and the cost of ids, fork by fork in turn, each round between the bare references. Each rate has
 * the share of the CPU time that the host took.
 */
final class ThroughputStage implements Stage {
    private static final List<Target> REFERENCES = List.of(Target.ATOMIC_LONG, Target.CLOCK);

    private final Map<Subject, List<MeasuredFork>> measured = new HashMap<>();
    private final StealMeter meter;

    ThroughputStage() {
        this(new StealMeter());
    }

    ThroughputStage(StealMeter meter) {
        this.meter = meter;
    }

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

    private void references(StageContext run, ThroughputRun throughput, String fork) throws InterruptedException {
        for (Target reference : REFERENCES) {
            reference(run, throughput, reference, fork);
        }
    }

    private void reference(StageContext run, ThroughputRun throughput, Target reference, String fork)
            throws InterruptedException {
        run.progress()
                .step(
                        "measuring " + reference.name() + fork,
                        run.profile().fork().estimate());
        meter.begin();
        List<TrialResult> samples = throughput.measure(reference, run.profile().fork());
        CpuTime time = meter.spent();
        samples.forEach(sample -> run.collector().reference(reference.name(), sample.threads(), sample.rates(), time));
        run.progress().done(summary(samples));
    }

    private String measure(StageContext run, ThroughputRun throughput, Subject subject) throws InterruptedException {
        MeasuredFork fork = fork(run, throughput, subject);
        run.collector().rates(subject.name(), fork);
        List<MeasuredFork> forks = measured.computeIfAbsent(subject, any -> new ArrayList<>());
        forks.add(fork);
        cost(run, subject, forks);
        return summary(fork.samples());
    }

    private MeasuredFork fork(StageContext run, ThroughputRun throughput, Subject subject) throws InterruptedException {
        meter.begin();
        List<TrialResult> samples = throughput.measure(Target.subject(subject.name()), fork(run, subject));
        return new MeasuredFork(samples, meter.spent());
    }

    private static void cost(StageContext run, Subject subject, List<MeasuredFork> forks) {
        run.collector().measured(subject.name(), Kind.COST, MeasuredFork.cost(forks));
    }

    private static ForkPlan fork(StageContext run, Subject subject) {
        ForkPlan fork = run.profile().fork();
        IdTraits traits = run.traits(subject);
        if (traits.coordination() == Coordination.PER_BATCH) {
            return fork.forRanges();
        }
        return traits.safety() == Safety.RANDOM ? fork.forRandomBits() : fork;
    }

    private static String summary(List<TrialResult> samples) {
        List<String> words = new ArrayList<>();
        for (TrialResult sample : samples) {
            double rate = sample.rates().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            words.add(sample.threads() + (sample.threads() == 1 ? " thread " : " threads ")
                    + (sample.batch() ? "by the batch " : "") + Units.number(rate) + "/s");
        }
        return String.join(", ", words);
    }
}
