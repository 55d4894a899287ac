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
import java.util.function.UnaryOperator;

/** Measures how cost grows with tags, threads, ids and holders of worker ids, as far as that was asked for. For use by one thread. */
public final class ScaleStage implements Stage {
    private final Set<ScalePart> parts;
    private final UnaryOperator<ScalePlan> change;

    /**
     * Of some parts.
     *
     * @param parts none to measure nothing
     * @param change what is measured otherwise than the profile has it
     */
    public ScaleStage(Set<ScalePart> parts, UnaryOperator<ScalePlan> change) {
        this.parts = Set.copyOf(parts);
        this.change = change;
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
        return change.apply(run.profile().scale());
    }
}
