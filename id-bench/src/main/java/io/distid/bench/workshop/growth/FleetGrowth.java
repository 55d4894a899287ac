package io.distid.bench.workshop.growth;

import io.distid.bench.report.Units;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures the start of a fleet: four processes acquire a tenth as many worker ids as are held, all at once. A generator
 * is called at the same time. Stateless: safe for use by any number of threads.
 */
final class FleetGrowth {
    static final List<ScaleFigure> FIGURES = List.of(ScaleFigure.FLEET_TIME, ScaleFigure.FLEET_FAILED);

    private static final int SOURCES = 50;
    private static final int PROCESSES = 4;

    private FleetGrowth() {}

    private static int held(ScalePlan plan) {
        return Collections.max(plan.holders());
    }

    static void measure(ScaleRun run, ServerKind source, ScaleCurves.Subject of) throws InterruptedException {
        int held = held(run.plan());
        int sources = Math.min(SOURCES, Math.max(1, held / 10));
        int each = Math.max(1, held / 10 / sources);
        String what = of.name() + ", " + Units.number(sources * each) + " starts through " + sources
                + " sources beside " + Units.number(held) + " held";
        run.attempt(what, of, FIGURES, () -> start(run, source, of, held, sources, each));
    }

    private static String start(
            ScaleRun run, ServerKind source, ScaleCurves.Subject of, int held, int sources, int each)
            throws InterruptedException {
        List<Duration> reservations = run.plan().reservations();
        Duration shortest = reservations.get(0);
        String namespace = run.name("fleet");
        // A third stays free.
        int size = 3 * (held + sources * each + 1) / 2;
        List<LeasesProcess> starting = new ArrayList<>();
        try (LeasesProcess living = LeasesProcess.start(LeasesGrowth.worker(source), run.servers(), 1);
                LeasesProcess holding = LeasesProcess.start(LeasesGrowth.worker(source), run.servers(), 1)) {
            living.live(namespace, size, shortest);
            holding.acquire(namespace, size, held, reservations.get(reservations.size() - 1));
            int processes = Math.min(PROCESSES, sources);
            for (int i = 0; i < processes; i++) {
                starting.add(
                        LeasesProcess.start(LeasesGrowth.worker(source), run.servers(), (sources + i) / processes));
            }
            long start = System.nanoTime();
            starting.forEach(process -> process.beginTogether(namespace, size, each, shortest));
            for (LeasesProcess process : starting) {
                process.awaitTogether();
            }
            double nanos = System.nanoTime() - start;
            TrialFigures lived = living.lived();
            run.curves().add(of, held, ScaleFigure.FLEET_TIME, nanos);
            run.curves().add(of, held, lived);
            return Units.nanos(nanos) + ", failed calls meanwhile: "
                    + Units.number(lived.all().get(ScaleFigure.FLEET_FAILED));
        } finally {
            starting.forEach(LeasesProcess::close);
        }
    }
}
