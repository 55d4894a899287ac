package io.distid.bench.scale;

import io.distid.bench.report.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A fleet that starts: a tenth as many worker ids as are held are acquired at once, by several processes with many sources, while a generator is
 * called. Stateless: safe for use by any number of threads.
 */
final class FleetGrowth {
    static final List<ScaleFigure> FIGURES = List.of(ScaleFigure.FLEET_TIME, ScaleFigure.FLEET_FAILED);

    private static final int SOURCES = 50;
    private static final int PROCESSES = 4;

    private FleetGrowth() {}

    static Duration estimate(ScalePlan plan) {
        return Duration.ofSeconds(15).plusMillis(8L * held(plan));
    }

    private static int held(ScalePlan plan) {
        return Collections.max(plan.holders());
    }

    static void measure(ScaleRun run, LeasesGrowth.Source source, ScaleCurves.Subject of) throws InterruptedException {
        int held = held(run.plan());
        int sources = Math.min(SOURCES, Math.max(1, held / 10));
        Fleet fleet = new Fleet(held, sources, Math.max(1, held / 10 / sources));
        String what = of.name() + ", " + Units.number(fleet.starts()) + " starts through " + sources
                + " sources beside " + Units.number(held) + " held";
        run.attempt(what, estimate(run.plan()), of, FIGURES, () -> start(run, source, of, fleet));
        run.repeatStolen();
    }

    /**
     * What starts.
     *
     * @param held worker ids that are held and renewed meanwhile
     * @param sources how many there are, over all processes
     * @param each so many worker ids are acquired by each source, one after the other
     */
    private record Fleet(int held, int sources, int each) {
        int starts() {
            return sources * each;
        }

        /** A third of the namespace stays free. */
        int namespace() {
            return 3 * (held + starts() + 1) / 2;
        }
    }

    private static String start(ScaleRun run, LeasesGrowth.Source source, ScaleCurves.Subject of, Fleet fleet)
            throws InterruptedException {
        List<Duration> reservations = run.plan().reservations();
        Duration shortest = reservations.get(0);
        String namespace = run.name("fleet");
        int size = fleet.namespace();
        List<LeasesProcess> starting = new ArrayList<>();
        try (LeasesProcess living = LeasesProcess.start(source.worker(), run.servers(), 1);
                LeasesProcess holding = LeasesProcess.start(source.worker(), run.servers(), 1)) {
            living.live(namespace, size, shortest);
            holding.acquire(namespace, size, fleet.held, reservations.get(reservations.size() - 1));
            int processes = Math.min(PROCESSES, fleet.sources);
            for (int i = 0; i < processes; i++) {
                int sources = (fleet.sources + i) / processes;
                starting.add(LeasesProcess.start(source.worker(), run.servers(), sources));
            }
            long start = System.nanoTime();
            for (LeasesProcess each : starting) {
                each.askTogether(namespace, size, fleet.each, shortest);
            }
            for (LeasesProcess each : starting) {
                each.awaitTogether();
            }
            double nanos = System.nanoTime() - start;
            TrialFigures lived = living.lived();
            run.curves().add(of, fleet.held, ScaleFigure.FLEET_TIME, nanos);
            run.curves().add(of, fleet.held, lived);
            return Units.nanos(nanos) + ", failed calls meanwhile: "
                    + Units.number(lived.all().get(ScaleFigure.FLEET_FAILED));
        } finally {
            starting.forEach(LeasesProcess::close);
        }
    }
}
