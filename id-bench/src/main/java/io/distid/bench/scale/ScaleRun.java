package io.distid.bench.scale;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.progress.Steps;
import io.distid.bench.report.Units;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.ServerUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the parts of one run share. For use by one thread. */
final class ScaleRun {
    private static final Logger LOG = System.getLogger("io.distid.bench");

    /** For the slowest answer there is: a hundred thousand tags that are opened, or ten thousand leases that are acquired. */
    static final Duration PATIENCE = Duration.ofMinutes(30);

    private final ScalePlan plan;
    private final Servers servers;
    private final ScaleCurves curves;
    private final Steps steps;
    private final Consumer<List<ScaleCurve>> listener;
    private final StealMeter meter;
    private final List<Stolen> stolen = new ArrayList<>();
    private int namespaces;

    /**
     * What they share.
     *
     * @param plan sizes and times
     * @param servers where the servers are
     * @param curves where the figures go
     * @param steps receives the progress
     * @param listener gets all curves after each step
     * @param meter reads what the host takes of the CPU time during each step
     */
    ScaleRun(
            ScalePlan plan,
            Servers servers,
            ScaleCurves curves,
            Steps steps,
            Consumer<List<ScaleCurve>> listener,
            StealMeter meter) {
        this.plan = plan;
        this.servers = servers;
        this.curves = curves;
        this.steps = steps;
        this.listener = listener;
        this.meter = meter;
    }

    /** A step of which the host took more than a tenth of the CPU time. */
    private record Stolen(String what, Duration estimate, Step step, double share) {}

    ScalePlan plan() {
        return plan;
    }

    Servers servers() {
        return servers;
    }

    ScaleCurves curves() {
        return curves;
    }

    /** A name for what one step has on a server, which no other has: a step that is done once more finds nothing there. */
    String name(String what) {
        return servers.runName() + "-" + what + "-" + ++namespaces;
    }

    /** One size of one thing. */
    @FunctionalInterface
    interface Step {
        /** Measures, and says in a few words what came out. */
        String measure() throws InterruptedException;
    }

    /**
     * Measures at one size. If that fails, larger sizes are not tried; if the host takes more than a tenth of the CPU time meanwhile,
     * {@link #repeatStolen()} does it once more.
     *
     * @param what is measured, for the line of progress
     * @param figures that end with a failure
     * @return whether it succeeded
     */
    boolean attempt(String what, Duration estimate, ScaleCurves.Subject of, List<ScaleFigure> figures, Step step)
            throws InterruptedException {
        steps.step(what, estimate);
        try {
            meter.begin();
            String result = step.measure();
            CpuTime spent = meter.spent();
            Double share = spent == null ? null : spent.stolenShare();
            curves.round(share);
            steps.done(result);
            listener.accept(curves.all());
            if (share != null && share > Rate.MOST_STEAL) {
                stolen.add(new Stolen(what, estimate, step, share));
            }
            return true;
        } catch (RuntimeException e) {
            steps.done("failed: " + failed(what, of, figures, e));
            return false;
        }
    }

    /**
     * Does once more, and not again, what the host took more than a tenth of the CPU time from, and tells of it: called where what those steps
     * need is still open. Of both measurements that one counts which the host took less of, whatever it has shown.
     */
    void repeatStolen() throws InterruptedException {
        List<Stolen> due = List.copyOf(stolen);
        stolen.clear();
        for (Stolen each : due) {
            String first = Units.ratio(each.share);
            steps.step(each.what + ", once more: the host took " + first + " of the CPU time", each.estimate);
            try {
                meter.begin();
                String result = each.step.measure();
                CpuTime spent = meter.spent();
                double second = spent == null ? 1 : spent.stolenShare();
                curves.roundAgain(each.share, second);
                steps.done(result);
                LOG.log(
                        Level.WARNING,
                        "the host took " + first + " of the CPU time during " + each.what
                                + ", so it was measured once more: then " + Units.ratio(second));
            } catch (RuntimeException e) {
                // The first measurement is one, however disturbed.
                curves.drop();
                String reason = FailureReason.of(e);
                steps.done("failed: " + reason);
                LOG.log(
                        Level.WARNING,
                        each.what + " could not be measured once more, so the first one counts: " + reason);
            }
        }
        listener.accept(curves.all());
    }

    /** Nothing more comes of these figures: why. */
    String failed(String what, ScaleCurves.Subject of, List<ScaleFigure> figures, RuntimeException e) {
        String reason = FailureReason.of(e);
        curves.failed();
        // What those steps need may have failed with it.
        stolen.clear();
        curves.ended(of, Row.Status.failed, what + ": " + reason, figures);
        listener.accept(curves.all());
        return reason;
    }

    /** Starts a server; one that cannot be had is told of by the curves. */
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

    /** A JVM that is ready to measure. */
    static ChildJvm start(SettingsFile settings, List<String> flags) throws InterruptedException {
        ChildJvm jvm =
                new ChildJvm("the measuring JVM", ScaleChild.class, settings, flags, new LinkedBlockingQueue<>());
        try {
            jvm.ready();
            return jvm;
        } catch (RuntimeException | InterruptedException e) {
            jvm.close();
            throw e;
        }
    }

    /** Has a JVM do something that finds figures. */
    static TrialFigures find(ChildJvm jvm, Object... words) throws InterruptedException {
        jvm.tell(words);
        return TrialFigures.of(jvm.await(TrialFigures.ANSWER, PATIENCE));
    }

    /** Has a JVM do something. */
    static void tell(ChildJvm jvm, Object... words) throws InterruptedException {
        jvm.tell(words);
        jvm.await(ScaleChild.DONE, PATIENCE);
    }

    /** A file with the settings of one subject. */
    static SettingsFile settings(String subject, Map<String, String> settings) {
        return SettingsFile.write(Map.of(subject, settings));
    }
}
