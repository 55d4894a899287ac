package io.distid.bench.lab;

import io.distid.IdTraits;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.Units;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Rate;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the stages of one run share: what is measured, where, how long, and where the figures go. */
final class StageContext implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.distid.bench");

    private final Profile profile;
    private final List<Subject> subjects;
    private final Servers servers;
    private final ResultCollector collector;
    private final Progress progress;
    private final StealMeter meter;
    private final Map<Subject, IdTraits> remaining = new LinkedHashMap<>();
    private final List<Stolen> stolen = new ArrayList<>();
    private @Nullable SettingsFile settings;

    StageContext(
            Profile profile, List<Subject> subjects, Servers servers, ResultCollector collector, Progress progress) {
        this(profile, subjects, servers, collector, progress, new StealMeter());
    }

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

    /** A step of a stage. */
    @FunctionalInterface
    interface Step {
        /** Measures, and says in a few words what came out. */
        String measure() throws InterruptedException;
    }

    /** A step of which the host took more than a tenth of the CPU time; of a subject, or of none. */
    private record Stolen(@Nullable Subject subject, String what, Duration estimate, Step step, double share) {}

    Profile profile() {
        return profile;
    }

    /** All that were asked for. */
    List<Subject> subjects() {
        return subjects;
    }

    Servers servers() {
        return servers;
    }

    ResultCollector collector() {
        return collector;
    }

    Progress progress() {
        return progress;
    }

    /** A subject that has passed the checks takes part in what follows. */
    void admit(Subject subject, IdTraits traits) {
        remaining.put(subject, traits);
    }

    /** Those that have passed the checks, and have not failed since. */
    List<Subject> remaining() {
        return List.copyOf(remaining.keySet());
    }

    /** What a remaining subject claims of itself. */
    IdTraits traits(Subject subject) {
        IdTraits traits = remaining.get(subject);
        if (traits == null) {
            throw new IllegalArgumentException(subject.name() + " is not in the run any more");
        }
        return traits;
    }

    /**
     * Does a step for a subject. If it throws, the subject is reported as failed and leaves the run.
     *
     * @param what is done, for the line of progress
     */
    void attempt(Subject subject, String what, Duration estimate, Step step) throws InterruptedException {
        progress.step(what, estimate);
        progress.done(attempted(subject, step));
    }

    /** The same of a step whose figures are times or rates: see {@link #timed(String, Duration, Step)}. */
    void timed(Subject subject, String what, Duration estimate, Step step) throws InterruptedException {
        double share = share(what, estimate, () -> attempted(subject, step));
        if (share > Rate.MOST_STEAL && remaining.containsKey(subject)) {
            stolen.add(new Stolen(subject, what, estimate, step, share));
        }
    }

    private String attempted(Subject subject, Step step) throws InterruptedException {
        try {
            return step.measure();
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            collector.failed(subject.name(), reason);
            remaining.remove(subject);
            return "failed: " + reason;
        }
    }

    /**
     * Does a step whose figures are times or rates. If the host takes more than a tenth of the CPU time meanwhile, whatever the figures are,
     * {@link #repeatStolen()} does it once more: as a further round, or in place of the first, as the step has it.
     *
     * @param what is done, for the line of progress
     * @param step handles its own failures, but for those of a repeat
     */
    void timed(String what, Duration estimate, Step step) throws InterruptedException {
        double share = share(what, estimate, step);
        if (share > Rate.MOST_STEAL) {
            stolen.add(new Stolen(null, what, estimate, step, share));
        }
    }

    /** Whether {@link #repeatStolen()} has anything to do. */
    boolean isAnyStolen() {
        return !stolen.isEmpty();
    }

    /**
     * At the end of a stage: does once more, and not again, what the host took CPU time from, and tells of it. If that fails, the first measurement
     * counts, and its subject stays.
     */
    void repeatStolen() throws InterruptedException {
        List<Stolen> due = List.copyOf(stolen);
        stolen.clear();
        List<String> told = new ArrayList<>();
        for (Stolen each : due) {
            if (each.subject != null && !remaining.containsKey(each.subject)) {
                continue;
            }
            String first = Units.ratio(each.share);
            try {
                double second = share(
                        each.what + ", once more: the host took " + first + " of the CPU time",
                        each.estimate,
                        each.step);
                told.add(each.what + " (" + first + ", then " + Units.ratio(second) + ")");
            } catch (RuntimeException | Error e) {
                String reason = FailureReason.of(e);
                progress.done("failed: " + reason);
                told.add(each.what + " (" + first + ", and then it failed, so the first one counts: " + reason + ")");
            }
        }
        if (!told.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "the host took more than a tenth of the CPU time during these steps, so they were done once more: "
                            + String.join("; ", told));
        }
    }

    /** Does a step, and tells what the host took meanwhile; 0 where that cannot be told. */
    private double share(String what, Duration estimate, Step step) throws InterruptedException {
        progress.step(what, estimate);
        meter.begin();
        String result = step.measure();
        CpuTime spent = meter.spent();
        progress.done(result);
        return spent == null ? 0 : spent.stolenShare();
    }

    /** The settings by which child JVMs open the remaining subjects as node 0. */
    SettingsFile settings() {
        SettingsFile file = settings;
        if (file == null) {
            Map<String, Map<String, String>> all = new LinkedHashMap<>();
            remaining
                    .keySet()
                    .forEach(subject ->
                            all.put(subject.name(), subject.settings().of(0, servers)));
            file = SettingsFile.write(all);
            settings = file;
        }
        return file;
    }

    /** Removes what was written for child JVMs. */
    @Override
    public void close() {
        if (settings != null) {
            settings.close();
        }
    }
}
