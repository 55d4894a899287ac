package io.distid.bench.lab;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Safety;
import io.distid.bench.report.Units;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.CoreToCoreLatency;
import io.distid.bench.throughput.ForkPlan;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.bench.throughput.TrialResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures how fast ids come and what they cost, fork by fork in turn, each round between the bare references. A row of which the host took
 * more than a tenth of the CPU time is measured once more at the end, whatever its figures are.
 */
final class ThroughputStage implements Stage {
    private static final Logger LOG = System.getLogger("io.distid.bench");
    private static final List<Target> REFERENCES = List.of(Target.ATOMIC_LONG, Target.CLOCK);

    private final Map<Subject, List<MeasuredFork>> measured = new HashMap<>();
    private final Set<Target> stolenReferences = new LinkedHashSet<>();
    private final StealMeter meter;

    ThroughputStage() {
        this(new StealMeter());
    }

    ThroughputStage(StealMeter meter) {
        this.meter = meter;
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
        CoreToCoreLatency latency = new CoreToCoreLatency();
        for (int round = 1; round <= profile.forks(); round++) {
            String fork = ", fork " + round + "/" + profile.forks();
            references(run, throughput, fork);
            for (Subject subject : run.remaining()) {
                latency.sample();
                run.attempt(
                        subject,
                        "measuring " + subject.name() + fork,
                        fork(run, subject).estimate(),
                        () -> measure(run, throughput, subject));
            }
        }
        references(run, throughput, ", after them");
        again(run, throughput);
        latency.warnIfMoved();
    }

    /** Those under steal, all forks of each; what the second measurement finds is kept if the host took less of it. */
    private void again(StageContext run, ThroughputRun throughput) throws InterruptedException {
        List<String> repeated = new ArrayList<>();
        for (Subject subject : run.remaining()) {
            double first = MeasuredFork.steal(measured.getOrDefault(subject, List.of()));
            if (first > Rate.MOST_STEAL) {
                repeated.add(subject.name());
                int forks = run.profile().forks();
                run.attempt(
                        subject,
                        "measuring " + subject.name() + " once more: the host took " + Units.ratio(first)
                                + " of the CPU time",
                        fork(run, subject).estimate().multipliedBy(forks),
                        () -> again(run, throughput, subject, first));
            }
        }
        // A further fork of each: a reference is measured between the rows, round by round, so one fork is a small part
        // of it.
        for (Target reference : List.copyOf(stolenReferences)) {
            reference(run, throughput, reference, ", once more: the host took more than a tenth of the CPU time");
            repeated.add(reference.name());
        }
        if (!repeated.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "the host took more than a tenth of the CPU time while these were measured, so they were measured once more: "
                            + String.join(", ", repeated));
        }
    }

    private String again(StageContext run, ThroughputRun throughput, Subject subject, double first)
            throws InterruptedException {
        List<MeasuredFork> forks = new ArrayList<>();
        for (int round = 1; round <= run.profile().forks(); round++) {
            forks.add(fork(run, throughput, subject));
        }
        double second = MeasuredFork.steal(forks);
        if (second >= first) {
            return "the host took no less this time";
        }
        run.collector().ratesAgain(subject.name(), forks, first);
        cost(run, subject, forks);
        return summary(forks.get(forks.size() - 1).samples());
    }

    private void references(StageContext run, ThroughputRun throughput, String fork) throws InterruptedException {
        for (Target reference : REFERENCES) {
            CpuTime time = reference(run, throughput, reference, fork);
            if (time != null && time.stolenShare() > Rate.MOST_STEAL) {
                stolenReferences.add(reference);
            }
        }
    }

    private @Nullable CpuTime reference(StageContext run, ThroughputRun throughput, Target reference, String fork)
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
        return time;
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
