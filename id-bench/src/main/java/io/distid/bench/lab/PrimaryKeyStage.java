package io.distid.bench.lab;

import io.distid.IdGenerator;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.primarykey.FillResult;
import io.distid.bench.primarykey.FillRounds;
import io.distid.bench.primarykey.Keys;
import io.distid.bench.primarykey.TableFiller;
import io.distid.bench.primarykey.TablePlan;
import io.distid.bench.report.Units;
import io.distid.bench.results.Kind;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.ServerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Inserts the same rows under the ids of each strategy, and under a bare {@code AUTO_INCREMENT}, round by round.
 *
 * <p>Peers and option variants are left out: their ids are built like a strategy's, and have the same effect on a
 * table.
 */
final class PrimaryKeyStage implements Stage {
    private static final System.Logger LOG = System.getLogger(PrimaryKeyStage.class.getName());

    @Override
    public String title() {
        return "primary keys";
    }

    @Override
    public Duration estimate(StageContext run) {
        TablePlan plan = run.profile().tables();
        long tables =
                1 + run.subjects().stream().filter(PrimaryKeyStage::takesPart).count();
        return plan.estimate().multipliedBy(plan.rounds() * tables);
    }

    private static boolean takesPart(Subject subject) {
        return subject.origin().library() == null && subject.origin().options().isEmpty();
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        List<Subject> subjects =
                run.remaining().stream().filter(PrimaryKeyStage::takesPart).toList();
        if (run.profile().tables().rows() == 0 || subjects.isEmpty()) {
            return;
        }
        try {
            run.servers().start(ServerKind.MYSQL);
            try (TableFiller tables =
                    new TableFiller((MySqlServer) run.servers().sqlServer(ServerKind.MYSQL))) {
                fill(run, subjects, tables);
            }
        } catch (ServerUnavailableException | IllegalStateException e) {
            LOG.log(System.Logger.Level.WARNING, "no table was filled: {0}", LabSecrets.hide(e.getMessage()));
        }
    }

    private static void fill(StageContext run, List<Subject> subjects, TableFiller tables) throws InterruptedException {
        TablePlan plan = run.profile().tables();
        Keys plainKeys = Keys.plain(plan.rowsOfInserter());
        FillRounds plain = new FillRounds();
        Map<Subject, Keys> keys = draw(run, subjects);
        run.progress().step("inserting, to warm up", Duration.ZERO);
        run.progress()
                .done(summary(
                        tables.fill(Keys.plain(TablePlan.WARM_UP / TableFiller.INSERTERS), TablePlan.TRANSACTION)));
        StageContext.Step plainly = () -> {
            FillResult beside = tables.fill(plainKeys, TablePlan.TRANSACTION);
            plain.add(beside, beside);
            run.collector().plainKey(plain.result(tables.bufferPoolBytes()));
            return summary(beside);
        };
        Map<Subject, FillRounds> found = new LinkedHashMap<>();
        for (int round = 1; round <= plan.rounds(); round++) {
            String where = ", table " + round + "/" + plan.rounds();
            run.timed("inserting under AUTO_INCREMENT" + where, plan.estimate(), plainly);
            for (Subject subject : subjects) {
                if (run.remaining().contains(subject)) {
                    run.timed(subject, "inserting under " + subject.name() + where, plan.estimate(), () -> {
                        FillResult result = tables.fill(keys.get(subject), TablePlan.TRANSACTION);
                        FillRounds rounds = found.computeIfAbsent(subject, any -> new FillRounds());
                        rounds.add(result, plain.last());
                        run.collector()
                                .measured(subject.name(), Kind.LOCALITY, rounds.result(tables.bufferPoolBytes()));
                        return summary(result);
                    });
                }
            }
        }
    }

    /** Issue the ids before the clock starts: their cost is measured elsewhere. */
    private static Map<Subject, Keys> draw(StageContext run, List<Subject> subjects) throws InterruptedException {
        Map<Subject, Keys> keys = new LinkedHashMap<>();
        int rows = run.profile().tables().rowsOfInserter();
        for (Subject subject : subjects) {
            run.attempt(subject, "drawing keys of " + subject.name(), Duration.ZERO, () -> {
                keys.put(subject, draw(subject, run, rows));
                return Units.number((double) rows * TableFiller.INSERTERS) + " ids";
            });
        }
        return keys;
    }

    private static Keys draw(Subject subject, StageContext run, int rows) {
        List<IdGenerator> nodes = new ArrayList<>();
        try {
            for (int node = 0; node < TableFiller.INSERTERS; node++) {
                nodes.add(subject.open(node, run.servers()));
            }
            return Keys.draw(nodes, rows, TablePlan.TRANSACTION);
        } finally {
            nodes.forEach(CheckStage::closeQuietly);
        }
    }

    private static String summary(FillResult result) {
        return Units.number(result.rowsPerSecond()) + " rows/s";
    }
}
