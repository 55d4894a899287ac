package io.distid.bench.lab;

import io.distid.bench.bars.BarCatalogue;
import io.distid.bench.bars.BarMeasurer;
import io.distid.bench.results.BarLine;
import java.time.Duration;
import java.util.List;

/** Measures the ratios distid has set itself, if they were asked for; if not, each is still named in the results. For use by one thread. */
public final class BarsStage implements Stage {
    /** Asks for all of them. */
    public static final String ALL = "all";

    /** Asks for none of them. */
    public static final String NONE = "none";

    private static final int ROUNDS = 3;
    private static final int SECONDS = 3;

    private final String which;

    /**
     * For some bars.
     *
     * @param which those whose name contains this text, or {@link #ALL}, or {@link #NONE}
     */
    public BarsStage(String which) {
        this.which = which;
    }

    private boolean isOff() {
        return which.equals(NONE);
    }

    /**
     * Whether no bar's name contains the text.
     *
     * @return false if there is a bar to measure, or none was asked for
     */
    public boolean findsNothing() {
        return !isOff() && run().isEmpty();
    }

    private BarMeasurer run() {
        return new BarMeasurer(which.equals(ALL) ? "" : which, ROUNDS, SECONDS);
    }

    /** The lines before any is measured. */
    List<BarLine> unmeasured() {
        return BarCatalogue.unmeasured(
                isOff() ? "not measured in this profile: run `bars`" : "the run ended before it was measured");
    }

    @Override
    public Duration estimate(StageContext run) {
        BarMeasurer bars = run();
        return isOff() ? Duration.ZERO : bars.estimate();
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        if (isOff()) {
            return;
        }
        BarMeasurer bars = run();
        bars.measure(run.servers(), new BarMeasurer.Listener() {
            @Override
            public void begins(String what, Duration estimate) {
                run.progress().step("bars: " + what, estimate);
            }

            @Override
            public void ended(String how) {
                run.progress().done(how);
            }

            @Override
            public void stands(List<BarLine> lines) {
                run.collector().bars(lines);
            }
        });
        bars.warnIfMoved();
    }
}
