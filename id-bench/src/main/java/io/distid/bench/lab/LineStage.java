package io.distid.bench.lab;

import io.distid.bench.results.Row;
import io.distid.bench.results.SubjectLine;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Measures subjects other than strategies, which have lines of their own in the results. */
abstract class LineStage<L extends SubjectLine<L>> implements Stage {
    final List<Subject> subjects;

    private final String title;
    private final Function<ResultCollector, ResultCollector.Lines<L>> lines;

    LineStage(String title, List<Subject> subjects, Function<ResultCollector, ResultCollector.Lines<L>> lines) {
        this.title = title;
        this.subjects = List.copyOf(subjects);
        this.lines = lines;
    }

    final ResultCollector.Lines<L> lines(StageContext run) {
        return lines.apply(run.collector);
    }

    /** The line of a subject before any measurement. */
    abstract L line(Subject subject, @Nullable String server, Profile profile);

    @Override
    public String title() {
        return title;
    }

    /** Starts the servers; a subject without its server is skipped. */
    final void open(StageContext run) {
        for (Subject subject : subjects) {
            StageContext.Started started = run.start(subject.server());
            L line = line(subject, started.server(), run.profile());
            lines(run).put(started.missing() == null ? line : line.ended(Row.Status.skipped, started.missing()));
        }
    }

    /** The subjects that were neither skipped nor failed. */
    final List<Subject> remaining(StageContext run) {
        return subjects.stream()
                .filter(subject -> lines(run).get(subject.name()).status() == Row.Status.measured)
                .toList();
    }

    final void fail(Subject subject, StageContext run, String reason) {
        lines(run).put(lines(run).get(subject.name()).ended(Row.Status.failed, reason));
    }

    /** Runs a step for a subject, which fails with it. */
    final String attempted(StageContext run, Subject subject, StageContext.Step step) throws InterruptedException {
        return StageContext.attempted(step, reason -> fail(subject, run, reason));
    }
}
