package io.distid.bench.lab;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.scale.ScaleBars;
import io.distid.bench.scale.ScaleMeasurer;
import io.distid.bench.scale.ScalePart;
import io.distid.bench.scale.ScalePlan;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Measures how cost grows with tags, threads, ids and holders of worker ids, as far as that was asked for. For use by one thread. */
public final class ScaleStage implements Stage {
    private final Set<ScalePart> parts;
    private final List<Long> verified;

    /**
     * Of some parts.
     *
     * @param parts none to measure nothing
     * @param verified how many ids are compared, the least first; none for the profile's
     */
    public ScaleStage(Set<ScalePart> parts, List<Long> verified) {
        this.parts = Set.copyOf(parts);
        this.verified = List.copyOf(verified);
    }

    /**
     * Whether nothing is measured.
     *
     * @return true if no part was named
     */
    public boolean isOff() {
        return parts.isEmpty();
    }

    /** The bars before anything is measured. */
    List<BarLine> unmeasured() {
        return ScaleBars.of(
                List.of(),
                null,
                isOff() ? "not measured: run `compare --scale all`" : "the run ended before it was measured");
    }

    @Override
    public Duration estimate(StageContext run) {
        return measurer(run).estimate(run.subjects().size());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        if (isOff()) {
            return;
        }
        Provenance provenance = Provenance.now(1, (int) plan(run).window().toSeconds());
        measurer(run)
                .measure(
                        run.servers(),
                        run.remaining(),
                        run.settings(),
                        run.progress(),
                        curves -> run.collector()
                                .scale(curves, ScaleBars.of(curves, provenance, "not measured at that size")));
    }

    private ScaleMeasurer measurer(StageContext run) {
        return new ScaleMeasurer(parts, plan(run));
    }

    private ScalePlan plan(StageContext run) {
        ScalePlan plan = run.profile().scale();
        return verified.isEmpty() ? plan : plan.withVerified(verified);
    }
}
