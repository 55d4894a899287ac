package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.report.Units;
import io.distid.bench.subject.LeafAllocTable;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures growing numbers of tags of one object that issues ids from segments, each size in its own JVM. */
final class TagsGrowth {
    static final String SUBJECT = "leaf-segment";
    static final String MAP = "AtomicLong in a ConcurrentHashMap";

    private static final List<ScaleFigure> FIGURES =
            List.of(ScaleFigure.TAG_HEAP, ScaleFigure.TAG_OPENING, ScaleFigure.TAG_CALL, ScaleFigure.TAG_THREADS);

    /** The rounds of each size, in turn; their median counts. */
    static final int ROUNDS = 3;

    private TagsGrowth() {}

    static void measure(ScaleRun run) throws InterruptedException {
        ScaleCurves.Subject of = run.open(SUBJECT, ServerKind.MYSQL, ScaleFigure.TAG_CALL);
        if (of == null) {
            return;
        }
        for (int round = 1; round <= ROUNDS; round++) {
            for (int tags : run.plan().tags()) {
                String what = Units.number(tags) + (tags == 1 ? " tag" : " tags") + ", round " + round + "/" + ROUNDS;
                if (!run.attempt(what, of, FIGURES, () -> measure(run, of, tags))) {
                    return;
                }
            }
        }
    }

    /** Measures tags that are alone in the table. */
    private static String measure(ScaleRun run, ScaleCurves.Subject of, int tags) throws InterruptedException {
        String prefix = run.name(String.valueOf(tags)) + "-";
        LeafAllocTable.create(run.servers().database(ServerKind.MYSQL), tags, tag -> prefix + tag, TagsTrial.STEP);
        try (SettingsFile settings =
                        SettingsFile.write(Map.of(SUBJECT, run.servers().sql(ServerKind.MYSQL, "")));
                ChildJvm jvm = new ChildJvm("the measuring JVM", TagsTrial.class, settings)) {
            jvm.ready();
            Duration window = run.plan().window();
            Map<ScaleFigure, Double> found =
                    jvm.run((TagsTrial trial) -> trial.open(prefix, tags, window), ScaleRun.PATIENCE);
            run.curves().add(of, tags, found);
            Map<ScaleFigure, Double> map = jvm.run((TagsTrial trial) -> trial.map(window), ScaleRun.PATIENCE);
            run.curves().add(new ScaleCurves.Subject(MAP, "", null), tags, map);
            return String.format(
                    Locale.ROOT,
                    "%.0f bytes a tag, nextId %s",
                    found.get(ScaleFigure.TAG_HEAP),
                    Units.nanos(found.get(ScaleFigure.TAG_CALL)));
        } finally {
            LeafAllocTable.delete(run.servers().database(ServerKind.MYSQL), prefix);
        }
    }
}
