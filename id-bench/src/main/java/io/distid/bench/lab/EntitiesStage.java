package io.distid.bench.lab;

import io.distid.bench.entity.EntityPlan;
import io.distid.bench.entity.EntityRows;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.latency.ServerCounter;
import io.distid.bench.report.Units;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Median;
import io.distid.bench.results.Row;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Inserts entities by Hibernate with one kind of ids after the other, round by round, while the server counts
 * statements. For use by one thread.
 */
public final class EntitiesStage implements Stage {
    /** Rows that are committed together. */
    private static final int TRANSACTION = 1000;

    private final List<Subject> subjects;

    /** Measures some ways of inserting; {@code subjects}: empty to measure nothing. */
    public EntitiesStage(List<Subject> subjects) {
        this.subjects = List.copyOf(subjects);
    }

    @Override
    public String title() {
        return "entities";
    }

    @Override
    public Duration estimate(StageContext run) {
        return run.profile().entities().estimate().multipliedBy(subjects.size());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        Map<ServerKind, List<Subject>> byServer = new EnumMap<>(ServerKind.class);
        subjects.forEach(subject -> byServer.computeIfAbsent(subject.server(), any -> new ArrayList<>())
                .add(subject));
        for (Map.Entry<ServerKind, List<Subject>> each : byServer.entrySet()) {
            measure(run, each.getKey(), each.getValue());
        }
    }

    private static void measure(StageContext run, ServerKind server, List<Subject> subjects)
            throws InterruptedException {
        try {
            run.servers().start(server);
        } catch (ServerUnavailableException e) {
            String reason = LabSecrets.hide(e.getMessage());
            subjects.forEach(subject -> put(run, line(run, subject).ended(Row.Status.skipped, reason)));
            return;
        }
        subjects.forEach(subject -> put(run, line(run, subject)));
        Map<Subject, EntityRows> opened = new LinkedHashMap<>();
        try (ServerCounter counter = ServerCounter.open(server, run.servers())) {
            EntityPlan plan = run.profile().entities();
            for (Subject subject : subjects) {
                run.progress().step("inserting as " + subject.name() + ", to warm up", estimateOfRound(plan));
                run.progress().done(attempted(run, subject, () -> {
                    EntityRows rows = (EntityRows) subject.open(0, run.servers());
                    opened.put(subject, rows);
                    insert(rows, plan.rows());
                    return "ready";
                }));
            }
            Map<Subject, List<Round>> rounds = new LinkedHashMap<>();
            for (int round = 1; round <= plan.rounds(); round++) {
                for (Subject subject : remaining(run, subjects)) {
                    String what = "inserting as " + subject.name() + ", round " + round + "/" + plan.rounds();
                    StageContext.Step step = () -> {
                        Round found = round(opened.get(subject), counter, plan.rows());
                        rounds.computeIfAbsent(subject, any -> new ArrayList<>())
                                .add(found);
                        put(run, withMedians(run.collector().entities().get(subject.name()), rounds.get(subject)));
                        return Units.number(found.rowsPerSecond) + " rows/s";
                    };
                    run.timed(what, estimateOfRound(plan), () -> attempted(run, subject, step));
                }
            }
        } finally {
            opened.values().forEach(CheckStage::closeQuietly);
        }
    }

    /** The result of a round. */
    private record Round(double rowsPerSecond, double statementsPerRow) {}

    private static Round round(EntityRows inserted, ServerCounter counter, int rows) {
        long before = counter.requests();
        long asked = counter.requests();
        long start = System.nanoTime();
        insert(inserted, rows);
        double seconds = (System.nanoTime() - start) / 1e9;
        long after = counter.requests();
        // The server counts the requests of the counter, too.
        long own = asked - before;
        return new Round(rows / seconds, (double) Math.max(0, after - asked - own) / rows);
    }

    private static void insert(EntityRows inserted, int rows) {
        for (int left = rows; left > 0; left -= TRANSACTION) {
            inserted.insert(Math.min(left, TRANSACTION));
        }
    }

    private static EntityLine withMedians(EntityLine line, List<Round> rounds) {
        return line.with(
                Median.of(rounds.stream().map(Round::rowsPerSecond).collect(Collectors.toList())),
                Median.of(rounds.stream().map(Round::statementsPerRow).collect(Collectors.toList())));
    }

    private static Duration estimateOfRound(EntityPlan plan) {
        return plan.estimate().dividedBy(plan.rounds() + 1);
    }

    private static String attempted(StageContext run, Subject subject, StageContext.Step step)
            throws InterruptedException {
        try {
            return step.measure();
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            put(run, run.collector().entities().get(subject.name()).ended(Row.Status.failed, reason));
            return "failed: " + reason;
        }
    }

    private static List<Subject> remaining(StageContext run, List<Subject> subjects) {
        return subjects.stream()
                .filter(subject ->
                        run.collector().entities().get(subject.name()).status() == Row.Status.measured)
                .toList();
    }

    private static void put(StageContext run, EntityLine line) {
        run.collector().entities().put(line);
    }

    private static EntityLine line(StageContext run, Subject subject) {
        EntityPlan plan = run.profile().entities();
        ServerKind kind = subject.server();
        String server = run.servers().isRunning(kind) ? run.servers().describe(kind) : null;
        return new EntityLine(
                subject.name(),
                subject.origin(),
                server,
                Row.Status.measured,
                null,
                null,
                null,
                plan.rows(),
                plan.rounds());
    }
}
