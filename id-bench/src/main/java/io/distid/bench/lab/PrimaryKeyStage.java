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
import io.distid.bench.results.Locality;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inserts the same rows under the ids of each strategy, and under those of the server, round by round, on InnoDB and then on PostgreSQL.
 *
 * <p>Peers and option variants are left out: their ids are built like a strategy's, and have the same effect on a table.
 */
final class PrimaryKeyStage implements Stage {
    private static final List<ServerKind> SERVERS = List.of(ServerKind.MYSQL, ServerKind.POSTGRESQL);
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
        return plan.estimate().multipliedBy(SERVERS.size() * plan.rounds() * tables);
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
        Map<Subject, Keys> keys = draw(run, subjects);
        Filled filled = null;
        for (ServerKind server : SERVERS) {
            try (TableFiller tables = new TableFiller(run.servers().sqlServer(server))) {
                filled = new Filled(new FillRounds(), new HashMap<>(), tables.bufferPoolBytes(), filled);
                fill(run, keys, tables, filled, server == ServerKind.MYSQL ? "" : " on PG");
            } catch (ServerUnavailableException | IllegalStateException e) {
                LOG.log(System.Logger.Level.WARNING, "no table was filled: {0}", LabSecrets.hide(e.getMessage()));
                return;
            }
        }
    }

    /** What one server's tables have shown so far; {@code first}: those of the first server, which the others stand beside. */
    private record Filled(
            FillRounds plain,
            Map<Subject, FillRounds> each,
            long bufferPoolBytes,
            @Nullable Filled first) {
        Locality plainKey() {
            Locality own = plain.result(bufferPoolBytes);
            return first == null ? own : first.plainKey().with(own);
        }

        Locality of(Subject subject) {
            Locality own = each.get(subject).result(bufferPoolBytes);
            return first == null ? own : first.of(subject).with(own);
        }
    }

    private static void fill(
            StageContext run, Map<Subject, Keys> keys, TableFiller tables, Filled filled, String onServer)
            throws InterruptedException {
        TablePlan plan = run.profile().tables();
        Keys plainKeys = Keys.plain(plan.rowsOfInserter());
        run.progress().step("inserting, to warm up" + onServer, Duration.ZERO);
        run.progress()
                .done(summary(
                        tables.fill(Keys.plain(TablePlan.WARM_UP / TableFiller.INSERTERS), TablePlan.TRANSACTION)));
        StageContext.Step plainly = () -> {
            FillResult beside = tables.fill(plainKeys, TablePlan.TRANSACTION);
            filled.plain.add(beside, beside);
            run.collector.plainKey(filled.plainKey());
            return summary(beside);
        };
        for (int round = 1; round <= plan.rounds(); round++) {
            String where = onServer + ", table " + round + "/" + plan.rounds();
            run.timed("inserting under the server's own key" + where, plan.estimate(), plainly);
            for (Map.Entry<Subject, Keys> each : keys.entrySet()) {
                Subject subject = each.getKey();
                if (run.remaining().contains(subject)) {
                    run.timed(subject, "inserting under " + subject.name() + where, plan.estimate(), () -> {
                        FillResult result = tables.fill(each.getValue(), TablePlan.TRANSACTION);
                        filled.each
                                .computeIfAbsent(subject, any -> new FillRounds())
                                .add(result, filled.plain.last());
                        run.collector.measured(subject.name(), Kind.LOCALITY, filled.of(subject));
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
                List<IdGenerator> nodes = new ArrayList<>();
                try {
                    for (int node = 0; node < TableFiller.INSERTERS; node++) {
                        nodes.add(subject.open(node, run.servers()));
                    }
                    keys.put(subject, Keys.draw(nodes, rows, TablePlan.TRANSACTION));
                } finally {
                    nodes.forEach(IdCheckStage::closeQuietly);
                }
                return Units.number((double) rows * TableFiller.INSERTERS) + " ids";
            });
        }
        return keys;
    }

    private static String summary(FillResult result) {
        return Units.number(result.rowsPerSecond()) + " rows/s";
    }
}
