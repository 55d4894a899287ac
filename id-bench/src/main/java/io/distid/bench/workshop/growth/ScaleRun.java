package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.machine.CpuTime;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state that the parts of a run share. For use by one thread. */
record ScaleRun(ScalePlan plan, Servers servers, ScaleCurves curves, Steps steps, Consumer<List<ScaleCurve>> listener) {
    /** Enough for the slowest answer: opening a hundred thousand tags, or acquiring ten thousand leases. */
    static final Duration PATIENCE = Duration.ofMinutes(30);

    private static final AtomicInteger NAMES = new AtomicInteger();

    ScaleRun(ScalePlan plan, Servers servers, Steps steps, Consumer<List<ScaleCurve>> listener) {
        this(plan, servers, new ScaleCurves(), steps, listener);
    }

    /** A unique name for a step's data on a server: a repeated step finds no old data. */
    String name(String what) {
        return servers.runName() + "-" + what + "-" + NAMES.incrementAndGet();
    }

    /** One size of one thing. */
    @FunctionalInterface
    interface Step {
        /** Measures, and returns the result in a few words. */
        String measure() throws InterruptedException;
    }

    /** Measures at one size, and returns whether it succeeded. A failure ends the figures: larger sizes are not tried. */
    boolean attempt(String what, ScaleCurves.Subject of, List<ScaleFigure> figures, Step step)
            throws InterruptedException {
        steps.step(what, plan.leaseWindow().multipliedBy(2));
        StealMeter meter = new StealMeter();
        try {
            meter.begin();
            String result = step.measure();
            CpuTime spent = meter.spent();
            curves.round(spent == null ? null : spent.stolenShare());
            steps.done(result);
            listener.accept(curves.all());
            return true;
        } catch (RuntimeException e) {
            steps.done("failed: " + failed(what, of, figures, e));
            return false;
        }
    }

    /** Ends these figures after a failure, and returns the reason. */
    String failed(String what, ScaleCurves.Subject of, List<ScaleFigure> figures, RuntimeException e) {
        String reason = FailureReason.of(e);
        curves.round(null);
        curves.ended(of, Row.Status.failed, what + ": " + reason, figures);
        listener.accept(curves.all());
        return reason;
    }

    /** Starts a server. The curves report a missing server. */
    ScaleCurves.@Nullable Subject open(String name, ServerKind kind, ScaleFigure figure) {
        try {
            servers.start(kind);
            return new ScaleCurves.Subject(name, "", servers.describe(kind));
        } catch (ServerUnavailableException e) {
            String reason = LabSecrets.hide(e.getMessage());
            curves.ended(new ScaleCurves.Subject(name, "", null), Row.Status.skipped, reason, List.of(figure));
            listener.accept(curves.all());
            return null;
        }
    }
}
