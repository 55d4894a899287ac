package io.distid.bench.lab;

import io.distid.bench.machine.CpuTime;
import io.distid.bench.machine.GitRevision;
import io.distid.bench.machine.Machine;
import io.distid.bench.machine.OthersMeter;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.report.TerminalTable;
import io.distid.bench.results.Environment;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.Version;

/**
 * A comparison from its first stage to its last file, whether it ends by itself or is interrupted. For use by one thread.
 *
 * <p>If a signal ends the JVM, such as Ctrl-C, it writes the results so far, marks them as partial, and ends the servers.
 */
public final class Comparison implements AutoCloseable {
    /** The minutes of a comparison that is planned by time, unless more are asked for. */
    public static final int DEFAULT_MINUTES = 5;

    private final Profile profile;
    private final Servers servers;
    private final ReportFolder folder;
    private final PrintWriter out;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final Warnings warnings = Warnings.collect();
    private final StealMeter meter = new StealMeter();
    private final OthersMeter others = new OthersMeter();
    private final ResultCollector collector = new ResultCollector();
    private final Progress progress;
    private final List<Stage> stages;
    private final StageContext context;
    private final @Nullable TimeBudget budget;
    private final Thread onShutdown = new Thread(this::interrupted, "distid-bench-shutdown");
    private @Nullable Results found;

    /** How a comparison ended. Immutable. */
    public enum Outcome {
        /** All claims of distid held; skipped strategies are no failure. */
        HELD,
        /** A strategy of distid failed, as {@link IdCheckStage} says of repeated ids and a broken order. */
        FAILED,
        /** None failed, but some subject had too few ids for a verdict. */
        NOT_SHOWN,
        /** A signal ended it, and partial results were written. */
        INTERRUPTED
    }

    /**
     * Prepares a comparison; nothing is measured yet.
     *
     * @param minutes how many the run may take, from the start of the build on; null if the profile alone decides
     * @param servers where the servers are; closed by {@link #close()}
     */
    public Comparison(
            Profile profile,
            List<Subject> subjects,
            List<Stage> stages,
            @Nullable Integer minutes,
            Servers servers,
            ReportFolder folder,
            PrintWriter out) {
        this.profile = profile;
        this.servers = servers;
        this.folder = folder;
        this.out = out;
        this.progress = new Progress(out);
        this.stages = List.copyOf(stages);
        this.context = new StageContext(profile, subjects, servers, collector, progress, new StealMeter());
        this.budget = minutes == null ? null : new TimeBudget(Duration.ofMinutes(minutes), this.stages, context);
        meter.begin();
        others.begin();
        Runtime.getRuntime().addShutdownHook(onShutdown);
    }

    /** All stages there are, in their order. */
    public static List<Stage> stages(List<Subject> locks, List<Subject> tokens, List<Subject> entities) {
        return List.of(
                new IdCheckStage(),
                new ThroughputStage(),
                new LatencyStage(),
                new PredictabilityStage(),
                new NodesStage(),
                new PrimaryKeyStage(),
                new LocksStage(locks),
                new TokensStage(tokens),
                new EntitiesStage(entities));
    }

    /** Runs all stages, prints the table and writes the report. */
    public Outcome run() throws IOException, InterruptedException {
        if (budget == null) {
            stages.forEach(stage -> progress.plan(stage.estimate(context)));
        } else {
            budget.begin();
        }
        try (context) {
            for (Stage stage : stages) {
                if (isAnythingLeft() && (budget == null || budget.allows(stage))) {
                    stage.measure(context);
                }
            }
            context.warnOfSteal();
        } catch (InterruptedException e) {
            // A signal that ended a child is mostly for this JVM, too. The run ends in any case.
            return Outcome.INTERRUPTED;
        }
        progress.end();
        Results results = results(true);
        found = results;
        if (!ending.compareAndSet(false, true)) {
            return Outcome.INTERRUPTED;
        }
        write(results);
        if (results.anyFailed()) {
            return Outcome.FAILED;
        }
        return results.anyNotShown() ? Outcome.NOT_SHOWN : Outcome.HELD;
    }

    /** False if all subjects lack their server: nobody who mistyped an address wants to wait for the references alone. */
    private boolean isAnythingLeft() {
        List<Row> rows = collector.rows(null);
        return rows.isEmpty() || rows.stream().anyMatch(row -> row.status() != Row.Status.skipped);
    }

    /** Why none of the requested subjects, or no curve of growth, could be measured in a run; null if any was. */
    public @Nullable String skippedAll(Collection<String> names) {
        List<Ended> ended = new ArrayList<>();
        found.strategies().stream()
                .filter(row -> names.contains(row.name()))
                .forEach(row -> ended.add(new Ended(row.status(), row.reason())));
        Stream.of(found.locks(), found.tokens(), found.entities())
                .flatMap(List::stream)
                .filter(line -> names.contains(line.name()))
                .forEach(line -> ended.add(new Ended(line.status(), line.reason())));
        found.ownScale().forEach(curve -> ended.add(new Ended(curve.status(), curve.reason())));
        boolean any = ended.stream().anyMatch(each -> each.status != Row.Status.skipped);
        return any || ended.isEmpty() ? null : ended.get(0).reason;
    }

    /** How a row, a lock or a curve ended. */
    private record Ended(Row.Status status, @Nullable String reason) {}

    /** Prints the table first, since it needs no disk space. It has the same bars as the files. */
    private void write(Results own) throws IOException {
        Results results = own;
        try {
            results = folder.merged(own);
        } finally {
            out.println(new TerminalTable(profile.threads()).of(results));
            if (budget != null) {
                budget.shortened().ifPresent(out::println);
            }
            out.flush();
        }
        String revision = results.environment().gitRevision();
        folder.copyOfOtherBars(revision)
                .ifPresent(copy -> out.println("The bars that stood there are of another revision than this run ("
                        + revision + "), so the report is without them. They are kept in " + copy));
        folder.write(results).forEach(out::println);
        out.flush();
    }

    private Results results(boolean complete) {
        CpuTime spent = meter.spent();
        Optional<String> shortened = budget == null ? Optional.empty() : budget.shortened();
        Environment environment = new Environment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                complete,
                profile + shortened.map(words -> "; " + words).orElse(""),
                Machine.current(),
                GitRevision.current(),
                Version.getPlainVersion(),
                servers.describeAll(),
                collector.references(),
                spent == null ? null : spent.stolenShare(),
                others.share());
        return collector.results(
                environment, complete ? null : "interrupted before all of it was measured", warnings.all());
    }

    private void interrupted() {
        collector.freeze();
        progress.end();
        try {
            if (!ending.compareAndSet(false, true)) {
                return;
            }
            Results results = results(false);
            out.println("Interrupted. What was measured so far:");
            write(results);
        } catch (IOException e) {
            out.println(e.getMessage());
            out.flush();
        } finally {
            servers.close();
        }
    }

    /** Ends the servers. */
    @Override
    public void close() {
        servers.close();
        try {
            Runtime.getRuntime().removeShutdownHook(onShutdown);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook has run, or runs now.
        }
    }
}
