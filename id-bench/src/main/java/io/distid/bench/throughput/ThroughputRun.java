package io.distid.bench.throughput;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * Measures one target in one child JVM.
 *
 * <p>JMH would run all forks of a target one after the other. A machine that is busy for a minute would then slow only
 * that target. JMH would also start a JVM for each number of threads. So the lab starts a JVM for each target, and the
 * caller visits all targets in rounds. JMH measures within that JVM, which gets JMH's compiler hints. Not safe for use
 * by several threads.
 */
public final class ThroughputRun {
    /** The extra time for a measurement, for a server that hangs or a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SettingsFile settings;
    private final List<String> flags = new ArrayList<>();

    /** For one JVM after another. */
    public ThroughputRun(SettingsFile settings) {
        this.settings = settings;
        CompilerHints.addCompilerHints(flags);
    }

    /** Starts a JVM and measures. */
    public List<TrialResult> measure(Target target, ForkPlan plan) throws InterruptedException {
        List<TrialResult> results = new ArrayList<>();
        try (ChildJvm jvm = new ChildJvm(
                "the measuring JVM", ThroughputChild.class, settings, flags, new LinkedBlockingQueue<>())) {
            jvm.ready();
            for (Trial trial : plan.trials(target.benchmark().isEmpty())) {
                TrialResult found = jvm.run(
                        (ThroughputChild child) -> child.measure(trial, target),
                        plan.estimate().plus(PATIENCE));
                if (found != null) {
                    results.add(found);
                }
            }
            jvm.order((ThroughputChild child) -> ForkedSubject.close(), PATIENCE);
        }
        return results;
    }
}
