package io.distid.bench.lab;

import io.distid.bench.entity.EntityPlan;
import io.distid.bench.entity.EntityRows;
import io.distid.bench.latency.ServerCounter;
import io.distid.bench.report.Units;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Median;
import io.distid.bench.results.Row;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inserts entities by Hibernate with one kind of ids after the other, round by round, while the server counts
 * statements. For use by one thread.
 */
final class EntitiesStage extends LineStage<EntityLine> {
    /** Rows that are committed together. */
    private static final int TRANSACTION = 1000;

    EntitiesStage(List<Subject> subjects) {
        super("entities", subjects, collector -> collector.entities);
    }

    @Override
    public Duration estimate(StageContext run) {
        return run.profile().entities().estimate().multipliedBy(subjects.size());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        open(run);
        for (ServerKind server : ServerKind.values()) {
            if (!remaining(run, server).isEmpty()) {
                measure(run, server);
            }
        }
    }

    private void measure(StageContext run, ServerKind server) throws InterruptedException {
        EntityPlan plan = run.profile().entities();
        Duration estimate = plan.estimate().dividedBy(plan.rounds() + 1);
        Map<Subject, EntityRows> opened = new LinkedHashMap<>();
        try (ServerCounter counter = ServerCounter.open(server, run.servers())) {
            for (Subject subject : remaining(run, server)) {
                run.progress().step("inserting as " + subject.name() + ", to warm up", estimate);
                run.progress().done(attempted(run, subject, () -> {
                    EntityRows rows = (EntityRows) subject.open(0, run.servers());
                    opened.put(subject, rows);
                    insert(rows, plan.rows());
                    return "ready";
                }));
            }
            Map<Subject, List<Round>> rounds = new HashMap<>();
            for (int round = 1; round <= plan.rounds(); round++) {
                for (Subject subject : remaining(run, server)) {
                    List<Round> own = rounds.computeIfAbsent(subject, any -> new ArrayList<>());
                    StageContext.Step step = () -> {
                        own.add(round(opened.get(subject), counter, plan.rows()));
                        lines(run).put(withMedians(lines(run).get(subject.name()), own));
                        return Units.number(own.get(own.size() - 1).rowsPerSecond) + " rows/s";
                    };
                    String what = "inserting as " + subject.name() + ", round " + round + "/" + plan.rounds();
                    run.timed(what, estimate, () -> attempted(run, subject, step));
                }
            }
        } finally {
            opened.values().forEach(IdCheckStage::closeQuietly);
        }
    }

    private List<Subject> remaining(StageContext run, ServerKind server) {
        return remaining(run).stream()
                .filter(subject -> subject.server() == server)
                .toList();
    }

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
                Median.of(rounds.stream().map(Round::rowsPerSecond).toList()),
                Median.of(rounds.stream().map(Round::statementsPerRow).toList()));
    }

    @Override
    EntityLine line(Subject subject, @Nullable String server, Profile profile) {
        EntityPlan plan = profile.entities();
        Row.Status status = Row.Status.measured;
        return new EntityLine(
                subject.name(), subject.origin(), server, status, null, null, null, plan.rows(), plan.rounds());
    }
}
