package io.distid.bench;

import io.distid.bench.bars.BarsRun;
import io.distid.bench.report.BarLine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Measures the ratios distid has set itself, if they were asked for; if not, each is still named in the results. */
final class BarsStage implements Stage {
    /** Asks for all of them. */
    static final String ALL = "all";

    /** Asks for none of them. */
    static final String NONE = "none";

    private static final int ROUNDS = 3;
    private static final int SECONDS = 3;

    private final String which;

    /** The ones whose name contains a text, or {@link #ALL}, or {@link #NONE}. */
    BarsStage(String which) {
        this.which = which;
    }

    private boolean isOff() {
        return which.equals(NONE);
    }

    /** Whether there is none whose name contains the text. */
    boolean findsNothing() {
        return !isOff() && run().isEmpty();
    }

    private BarsRun run() {
        return new BarsRun(which.equals(ALL) ? "" : which, ROUNDS, SECONDS);
    }

    /** The lines before any is measured. */
    List<BarLine> unmeasured() {
        return BarsRun.unmeasured(
                isOff() ? "not measured in this profile: run `bars`" : "the run ended before it was measured");
    }

    @Override
    public Duration estimate(Run run) {
        BarsRun bars = run();
        return isOff() ? Duration.ZERO : bars.estimateOfOne().multipliedBy(bars.jvms());
    }

    @Override
    public void measure(Run run) throws InterruptedException {
        if (isOff()) {
            return;
        }
        BarsRun bars = run();
        try {
            bars.measure(new BarsRun.Listener() {
                @Override
                public void begins(String what) {
                    run.progress().step("bars: " + what, bars.estimateOfOne());
                }

                @Override
                public void ended(String how) {
                    run.progress().done(how);
                }

                @Override
                public void stands(List<BarLine> lines) {
                    run.ledger().bars(lines);
                }
            });
            bars.warnIfMoved();
        } catch (IOException e) {
            // All else was measured, and is not lost for it.
            run.ledger().bars(BarsRun.unmeasured("could not be measured: " + e.getMessage()));
        }
    }
}
