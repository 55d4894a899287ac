package io.distid.bench;

import io.distid.IdException;
import io.distid.IdTraits;
import io.distid.bench.progress.Progress;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.SettingsFile;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the stages of one run share: what is measured, where, how long, and where the figures go. */
final class Run implements AutoCloseable {
    private final Profile profile;
    private final List<Subject> subjects;
    private final Servers servers;
    private final Ledger ledger;
    private final Progress progress;
    private final Map<Subject, IdTraits> remaining = new LinkedHashMap<>();
    private @Nullable SettingsFile settings;

    Run(Profile profile, List<Subject> subjects, Servers servers, Ledger ledger, Progress progress) {
        this.profile = profile;
        this.subjects = subjects;
        this.servers = servers;
        this.ledger = ledger;
        this.progress = progress;
        subjects.forEach(subject -> ledger.open(subject.name(), subject.origin()));
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

    Ledger ledger() {
        return ledger;
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
            boolean speaksForItself = e instanceof IdException || e instanceof IllegalStateException;
            String message = speaksForItself ? e.getMessage() : e.toString();
            String reason = Secret.redact(String.valueOf(message));
            ledger.failed(subject.name(), reason);
            progress.done("failed: " + reason);
            remaining.remove(subject);
        }
    }

    /** What a JVM that the lab forks is given, so that it can open the remaining subjects as node 0. */
    String jvmArgument() {
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
        return file.jvmArgument();
    }

    /** Removes what was written for forks. */
    @Override
    public void close() {
        if (settings != null) {
            settings.close();
        }
    }
}
