package io.distid.bench;

import io.distid.bench.report.Figures;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.Fork;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.ThroughputRun;
import java.time.Duration;
import java.util.List;

/** Measures how fast ids come, fork by fork in turn, the bare references among them. */
final class ThroughputStage implements Stage {
    private static final List<Target> REFERENCES = List.of(Target.ATOMIC_LONG, Target.CLOCK);

    @Override
    public Duration estimate(Run run) {
        Profile profile = run.profile();
        int rows = run.subjects().size() + REFERENCES.size();
        return fork(profile)
                .estimate()
                .multipliedBy((long) profile.forks() * profile.threads().size() * rows);
    }

    @Override
    public void measure(Run run) throws InterruptedException {
        Profile profile = run.profile();
        Fork fork = fork(profile);
        ThroughputRun throughput = new ThroughputRun(fork, run.jvmArgument());
        for (int round = 1; round <= profile.forks(); round++) {
            for (int threads : profile.threads()) {
                for (Target reference : REFERENCES) {
                    run.progress().step(title(reference.name(), threads, round, profile), fork.estimate());
                    List<Double> rates = throughput.measure(reference, threads);
                    run.ledger().reference(reference.name(), threads, rates);
                    run.progress().done(summary(rates));
                }
                for (Subject subject : run.remaining()) {
                    String name = subject.name();
                    run.attempt(subject, title(name, threads, round, profile), fork.estimate(), () -> {
                        Target target =
                                Target.strategy(name, run.traits(subject).bits());
                        List<Double> rates = throughput.measure(target, threads);
                        run.ledger().rates(name, threads, rates);
                        return summary(rates);
                    });
                }
            }
        }
    }

    private static Fork fork(Profile profile) {
        return new Fork(profile.warmUps(), profile.warmUp(), profile.iterations(), profile.iteration());
    }

    private static String title(String name, int threads, int round, Profile profile) {
        return "measuring " + name + ", " + threads + (threads == 1 ? " thread" : " threads") + ", fork " + round + "/"
                + profile.forks();
    }

    private static String summary(List<Double> rates) {
        return Figures.number(rates.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0))
                + "/s";
    }
}
