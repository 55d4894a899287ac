package io.distid.bench;

import io.distid.Coordination;
import io.distid.bench.report.Cost;
import io.distid.bench.report.Figures;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.CoreDistance;
import io.distid.bench.throughput.Fork;
import io.distid.bench.throughput.Sample;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures how fast ids come and what they cost, fork by fork in turn, each round between the bare references. */
final class ThroughputStage implements Stage {
    private static final List<Target> REFERENCES = List.of(Target.ATOMIC_LONG, Target.CLOCK);
    private final Map<Subject, List<Sample>> single = new HashMap<>();

    @Override
    public Duration estimate(Run run) {
        Profile profile = run.profile();
        long round = run.subjects().size() + REFERENCES.size();
        return profile.fork().estimate().multipliedBy(profile.forks() * round + REFERENCES.size());
    }

    @Override
    public void measure(Run run) throws InterruptedException {
        Profile profile = run.profile();
        ThroughputRun throughput = new ThroughputRun(run.jvmArgument());
        CoreDistance distance = new CoreDistance();
        for (int round = 1; round <= profile.forks(); round++) {
            String fork = ", fork " + round + "/" + profile.forks();
            references(run, throughput, fork);
            for (Subject subject : run.remaining()) {
                distance.look();
                run.attempt(
                        subject,
                        "measuring " + subject.name() + fork,
                        fork(run, subject).estimate(),
                        () -> measure(run, throughput, subject));
            }
        }
        references(run, throughput, ", after them");
        distance.warnIfMoved();
    }

    private static void references(Run run, ThroughputRun throughput, String fork) throws InterruptedException {
        for (Target reference : REFERENCES) {
            run.progress()
                    .step(
                            "measuring " + reference.name() + fork,
                            run.profile().fork().estimate());
            List<Sample> samples = throughput.measure(reference, run.profile().fork());
            samples.forEach(sample -> run.ledger().reference(reference.name(), sample.threads(), sample.rates()));
            run.progress().done(summary(samples));
        }
    }

    private String measure(Run run, ThroughputRun throughput, Subject subject) throws InterruptedException {
        String name = subject.name();
        Target target = Target.subject(name, run.traits(subject).bits());
        List<Sample> samples = throughput.measure(target, fork(run, subject));
        for (Sample sample : samples) {
            Double lead = sample.lead();
            if (sample.batch()) {
                run.ledger().batchRates(name, sample.threads(), sample.rates());
                if (lead != null) {
                    run.ledger().batchLead(name, sample.threads(), lead);
                }
            } else {
                run.ledger().rates(name, sample.threads(), sample.rates());
                if (lead != null) {
                    run.ledger().lead(name, sample.threads(), lead);
                }
            }
        }
        List<Sample> first = single.computeIfAbsent(subject, any -> new ArrayList<>());
        first.add(samples.get(0));
        run.ledger().cost(name, new Cost(mean(first, true), mean(first, false)));
        return summary(samples);
    }

    private static Fork fork(Run run, Subject subject) {
        Fork fork = run.profile().fork();
        return run.traits(subject).coordination() == Coordination.PER_BATCH ? fork.forRanges() : fork;
    }

    /** Of the forks so far, with the fewest threads. */
    private static double mean(List<Sample> samples, boolean cpu) {
        return samples.stream()
                .mapToDouble(sample -> cpu ? sample.cpuNanos() : sample.bytes())
                .average()
                .orElseThrow();
    }

    private static String summary(List<Sample> samples) {
        List<String> words = new ArrayList<>();
        for (Sample sample : samples) {
            double rate = sample.rates().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            words.add(sample.threads() + (sample.threads() == 1 ? " thread " : " threads ")
                    + (sample.batch() ? "by the batch " : "") + Figures.number(rate) + "/s");
        }
        return String.join(", ", words);
    }
}
