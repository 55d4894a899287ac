package io.distid.bench.lab;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Safety;
import io.distid.bench.report.Units;
import io.distid.bench.results.Cost;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.CoreToCoreLatency;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.ForkPlan;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.bench.throughput.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures how fast ids come and what they cost, fork by fork in turn, each round between the bare references. */
final class ThroughputStage implements Stage {
    private static final List<Target> REFERENCES = List.of(Target.ATOMIC_LONG, Target.CLOCK);
    private final Map<Subject, List<TrialResult>> single = new HashMap<>();

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
        latency.warnIfMoved();
    }

    private static void references(StageContext run, ThroughputRun throughput, String fork)
            throws InterruptedException {
        for (Target reference : REFERENCES) {
            run.progress()
                    .step(
                            "measuring " + reference.name() + fork,
                            run.profile().fork().estimate());
            List<TrialResult> samples =
                    throughput.measure(reference, run.profile().fork());
            samples.forEach(sample -> run.collector().reference(reference.name(), sample.threads(), sample.rates()));
            run.progress().done(summary(samples));
        }
    }

    private String measure(StageContext run, ThroughputRun throughput, Subject subject) throws InterruptedException {
        String name = subject.name();
        Target target = Target.subject(name);
        List<TrialResult> samples = throughput.measure(target, fork(run, subject));
        for (TrialResult sample : samples) {
            Kind<List<Rate>> kind = sample.batch() ? Kind.BATCH : Kind.THROUGHPUT;
            run.collector().rates(name, kind, sample.threads(), sample.rates(), sample.lead());
        }
        List<TrialResult> first = single.computeIfAbsent(subject, any -> new ArrayList<>());
        first.add(samples.get(0));
        run.collector().measured(name, Kind.COST, new Cost(mean(first, Figure.CPU_NANOS), mean(first, Figure.BYTES)));
        return summary(samples);
    }

    private static ForkPlan fork(StageContext run, Subject subject) {
        ForkPlan fork = run.profile().fork();
        IdTraits traits = run.traits(subject);
        if (traits.coordination() == Coordination.PER_BATCH) {
            return fork.forRanges();
        }
        return traits.safety() == Safety.RANDOM ? fork.forRandomBits() : fork;
    }

    /** Of the forks so far, with the fewest threads. */
    private static double mean(List<TrialResult> samples, Figure figure) {
        return samples.stream()
                .mapToDouble(sample -> sample.of(figure))
                .average()
                .orElseThrow();
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
