package io.distid.bench.scale;

import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.report.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the comparison of ids grows with them, each size in a JVM of its own. Stateless: safe for use by any number of threads. */
final class VerifyGrowth {
    static final String SUBJECT = "verify --file";
    private static final List<ScaleFigure> FIGURES =
            List.of(ScaleFigure.VERIFY_TIME, ScaleFigure.VERIFY_MEMORY, ScaleFigure.VERIFY_DISK);
    /** A drawn id, what is sorted of it, and what the merge writes. */
    private static final long BYTES_PER_ID = 64;

    /**
     * A heap that grows as it must, so that memory tells what is needed and not what was given. The serial collector sizes it by what is in use
     * after a collection; G1 also by how much of the time it took, so that it grew differently from run to run. What is young has one size: it would
     * be a third of the heap, and fill up, however slowly, in a run that is long enough.
     */
    private static final List<String> HEAP = List.of("-Xms32m", "-Xmn16m", "-XX:-AlwaysPreTouch", "-XX:+UseSerialGC");

    private VerifyGrowth() {}

    static Duration estimate(ScalePlan plan) {
        return plan.verified().stream()
                .map(VerifyGrowth::one)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(VerifyTrial.Kind.values().length);
    }

    private static Duration one(long ids) {
        return Duration.ofMillis(1500 + ids / 2500);
    }

    static void measure(ScaleRun run) throws InterruptedException {
        for (VerifyTrial.Kind kind : VerifyTrial.Kind.values()) {
            ScaleCurves.Subject of = new ScaleCurves.Subject(SUBJECT, kind.series(), null);
            for (long ids : run.plan().verified()) {
                String what = "verifying " + Units.number(ids) + " " + kind.series();
                if (!run.attempt(what, one(ids), of, FIGURES, () -> measure(run, of, kind, ids))) {
                    break;
                }
            }
        }
        run.repeatStolen();
    }

    private static String measure(ScaleRun run, ScaleCurves.Subject of, VerifyTrial.Kind kind, long ids)
            throws InterruptedException {
        try (WorkFolder folder = new WorkFolder(null)) {
            folder.require(ids, BYTES_PER_ID);
            Path drawn = directory(folder, "drawn");
            Path sorted = directory(folder, "sorted");
            try (SettingsFile settings = SettingsFile.write(Map.of())) {
                try (ChildJvm jvm = ScaleRun.start(settings, List.of())) {
                    ScaleRun.tell(jvm, "draw", drawn, kind, ids);
                }
                List<String> flags = new ArrayList<>(HEAP);
                flags.add("-Djava.io.tmpdir=" + sorted);
                try (ChildJvm jvm = ScaleRun.start(settings, flags)) {
                    TrialFigures found = ScaleRun.find(jvm, "verify", drawn, kind, ids);
                    run.curves().add(of, ids, found);
                    return Units.nanos(found.all().get(ScaleFigure.VERIFY_TIME));
                }
            }
        }
    }

    private static Path directory(WorkFolder folder, String name) {
        try {
            return Files.createDirectory(folder.path().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for ids could be made: " + e, e);
        }
    }
}
