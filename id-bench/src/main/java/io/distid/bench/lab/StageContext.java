package io.distid.bench.lab;

import io.distid.IdTraits;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.machine.CpuTime;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.Units;
import io.distid.bench.results.Rate;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.testservers.process.ServerUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state that the stages of a run share: subjects, servers, profile and collector. For use by one thread. */
public final class StageContext implements AutoCloseable {
    static final Duration SERVER_START = Duration.ofSeconds(6);

    private static final Logger LOG = System.getLogger("io.distid.bench");

    private Profile profile;
    private final List<Subject> subjects;
    private final Servers servers;
    final ResultCollector collector;
    private final Progress progress;
    final StealMeter meter;
    private final Map<Subject, IdTraits> remaining = new LinkedHashMap<>();
    private final List<String> stolen = new ArrayList<>();
    private @Nullable SettingsFile settings;
    private BooleanSupplier over = () -> false;

    StageContext(
            Profile profile,
            List<Subject> subjects,
            Servers servers,
            ResultCollector collector,
            Progress progress,
            StealMeter meter) {
        this.profile = profile;
        this.subjects = subjects;
        this.servers = servers;
        this.collector = collector;
        this.progress = progress;
        this.meter = meter;
        subjects.forEach(subject -> collector.open(subject.name(), subject.origin()));
    }

    /** What came of a start: the server in words, or why it is missing; neither where none is needed. */
    record Started(@Nullable String server, @Nullable String missing) {}

    interface Step {
        /** Measures, and says in a few words what came out. */
        String measure() throws InterruptedException;
    }

    /** How long and how often the present stage measures. */
    Profile profile() {
        return profile;
    }

    /** Leaves out a step if the condition, which each step asks once, is true. */
    void leaveOutOnce(BooleanSupplier end) {
        over = end;
    }

    void useProfile(Profile other) {
        profile = other;
    }

    /** All that were asked for. */
    public List<Subject> subjects() {
        return subjects;
    }

    public Servers servers() {
        return servers;
    }

    /** Starts a server, as a step of its own, unless it runs or none is needed. */
    Started start(@Nullable ServerKind kind) {
        if (kind == null) {
            return new Started(null, null);
        }
        try {
            if (!servers.isRunning(kind)) {
                progress.step("starting " + kind, SERVER_START);
                servers.start(kind);
                progress.done(servers.describe(kind));
            }
            return new Started(servers.describe(kind), null);
        } catch (ServerUnavailableException e) {
            String reason = LabSecrets.hide(e.getMessage());
            progress.done("no server: " + reason);
            return new Started(null, reason);
        }
    }

    public Progress progress() {
        return progress;
    }

    /** Takes all curves of growth. */
    public void growth(List<ScaleCurve> curves) {
        collector.scale(curves);
    }

    /** Adds a subject that has passed the checks to the next stages. */
    void admit(Subject subject, IdTraits traits) {
        remaining.put(subject, traits);
    }

    /** The subjects that have passed the checks and have not failed since. */
    public List<Subject> remaining() {
        return List.copyOf(remaining.keySet());
    }

    /** The claims of a remaining subject. */
    IdTraits traits(Subject subject) {
        return remaining.get(subject);
    }

    /** Runs a step for a subject. If it throws, the subject is reported as failed and leaves the run. */
    void attempt(Subject subject, String what, Duration estimate, Step step) throws InterruptedException {
        if (!over.getAsBoolean()) {
            progress.step(what, estimate);
            progress.done(attempted(subject, step));
        }
    }

    /** The same for a step with times or rates: see {@link #timed(String, Duration, Step)}. */
    void timed(Subject subject, String what, Duration estimate, Step step) throws InterruptedException {
        timed(what, estimate, () -> attempted(subject, step));
    }

    private String attempted(Subject subject, Step step) throws InterruptedException {
        return attempted(step, reason -> {
            collector.failed(subject.name(), reason);
            remaining.remove(subject);
        });
    }

    /** Runs a step, and passes on the reason if it throws. */
    static String attempted(Step step, Consumer<String> failed) throws InterruptedException {
        try {
            return step.measure();
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            failed.accept(reason);
            return "failed: " + reason;
        }
    }

    /** Runs a step with times or rates. {@link #warnOfSteal()} names it if the host took more than a tenth of the CPU time. */
    void timed(String what, Duration estimate, Step step) throws InterruptedException {
        if (over.getAsBoolean()) {
            return;
        }
        progress.step(what, estimate);
        meter.begin();
        String result = step.measure();
        CpuTime spent = meter.spent();
        progress.done(result);
        if (spent != null && spent.stolenShare() > Rate.MOST_STEAL) {
            stolen.add(what + " (" + Units.ratio(spent.stolenShare()) + ")");
        }
    }

    void warnOfSteal() {
        if (!stolen.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "the host took more than a tenth of the CPU time during these steps: " + String.join("; ", stolen));
        }
    }

    /** The settings of the remaining subjects as node 0, for child JVMs. */
    public SettingsFile settings() {
        if (settings == null) {
            Map<String, Map<String, String>> all = new LinkedHashMap<>();
            remaining().forEach(each -> all.put(each.name(), each.settings().of(0, servers)));
            settings = SettingsFile.write(all);
        }
        return settings;
    }

    /** Removes what was written for child JVMs. */
    @Override
    public void close() {
        if (settings != null) {
            settings.close();
        }
    }
}
