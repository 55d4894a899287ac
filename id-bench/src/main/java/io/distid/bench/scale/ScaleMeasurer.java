package io.distid.bench.scale;

import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Measures how the cost of ids grows with what there is of them. Not for use by several threads. */
public final class ScaleMeasurer {
    private final Set<ScalePart> parts;
    private final ScalePlan plan;

    /**
     * Of some parts.
     *
     * @param parts which
     * @param plan sizes and times
     */
    public ScaleMeasurer(Set<ScalePart> parts, ScalePlan plan) {
        this.parts = new TreeSet<>(parts);
        this.plan = plan;
    }

    /**
     * About how long it takes.
     *
     * @param subjects how many strategies are called by growing numbers of threads
     * @return for all parts
     */
    public Duration estimate(int subjects) {
        return parts.stream()
                .map(part -> switch (part) {
                    case TAGS -> TagsGrowth.estimate(plan);
                    case THREADS -> ThreadsGrowth.estimate(plan, subjects);
                    case VERIFY -> VerifyGrowth.estimate(plan);
                    case LEASES -> LeasesGrowth.estimate(plan);
                })
                .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Measures. What cannot be measured is told of by its curves, and the rest goes on.
     *
     * @param servers where the servers are; those that are needed are started
     * @param subjects which strategies are called by growing numbers of threads
     * @param settings where child JVMs find the settings of these
     * @param steps receives the progress
     * @param listener gets all curves after each step
     * @throws InterruptedException if a JVM was ended by a signal from the keyboard, as this JVM is about to be
     */
    public void measure(
            Servers servers,
            List<Subject> subjects,
            SettingsFile settings,
            Steps steps,
            Consumer<List<ScaleCurve>> listener)
            throws InterruptedException {
        ScaleRun run = new ScaleRun(plan, servers, new ScaleCurves(), steps, listener, new StealMeter());
        for (ScalePart part : parts) {
            switch (part) {
                case TAGS -> TagsGrowth.measure(run);
                case THREADS -> ThreadsGrowth.measure(run, subjects, settings);
                case VERIFY -> VerifyGrowth.measure(run);
                case LEASES -> LeasesGrowth.measure(run);
            }
        }
    }
}
