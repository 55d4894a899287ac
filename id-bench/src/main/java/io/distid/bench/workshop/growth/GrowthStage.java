package io.distid.bench.workshop.growth;

import io.distid.bench.lab.Stage;
import io.distid.bench.lab.StageContext;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * Measures how cost grows with tags and holders of worker ids. Curves report what cannot be measured. For use by one
 * thread.
 */
public final class GrowthStage implements Stage {
    private final Set<ScalePart> parts;
    private final ScalePlan plan;

    /** Measures some parts at the sizes of a plan. */
    public GrowthStage(Set<ScalePart> parts, ScalePlan plan) {
        this.parts = new TreeSet<>(parts);
        this.plan = plan;
    }

    @Override
    public String title() {
        return "growth";
    }

    @Override
    public Duration estimate(StageContext run) {
        return plan.estimate();
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        ScaleRun growth = new ScaleRun(plan, run.servers(), run.progress(), run::growth);
        for (ScalePart part : parts) {
            switch (part) {
                case TAGS -> TagsGrowth.measure(growth);
                case LEASES -> LeasesGrowth.measure(growth);
            }
        }
    }
}
