package io.distid.bench.lab;

import io.distid.IdTraits;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.progress.Progress;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the stages of one run share: what is measured, where, how long, and where the figures go. */
final class StageContext implements AutoCloseable {
    private final Profile profile;
    private final List<Subject> subjects;
    private final Servers servers;
    private final ResultCollector collector;
    private final Progress progress;
    private final Map<Subject, IdTraits> remaining = new LinkedHashMap<>();
    private @Nullable SettingsFile settings;

    StageContext(
            Profile profile, List<Subject> subjects, Servers servers, ResultCollector collector, Progress progress) {
        this.profile = profile;
        this.subjects = subjects;
        this.servers = servers;
        this.collector = collector;
        this.progress = progress;
        subjects.forEach(subject -> collector.open(subject.name(), subject.origin()));
    }

    /** A step of a stage. */
    @FunctionalInterface
    interface Step {
        /** Measures, and says in a few words what came out. */
        String measure() throws InterruptedException;
    }

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
        try {
            progress.done(step.measure());
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            collector.failed(subject.name(), reason);
            progress.done("failed: " + reason);
            remaining.remove(subject);
        }
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
