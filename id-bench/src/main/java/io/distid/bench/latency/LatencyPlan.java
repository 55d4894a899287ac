package io.distid.bench.latency;

import java.time.Duration;

/**
 * How long and how often one process is measured. Immutable.
 *
 * @param rounds processes for each subject; every round goes through all subjects
 * @param warmUp unmeasured calls before each measurement
 * @param flatOut the time of calls one after the other
 * @param paced the time of calls on a schedule
 * @param roundTrips the longest time of ids while the server counts
 * @param restarts the crashes for each source of worker ids
 */
public record LatencyPlan(
        int rounds, Duration warmUp, Duration flatOut, Duration paced, Duration roundTrips, int restarts) {
    private static final Duration JVM = Duration.ofMillis(300);

    /** Shows that it runs. */
    public static final LatencyPlan TINY = new LatencyPlan(
            1, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(50), 0);

    /** One process for each subject. */
    public static final LatencyPlan QUICK = new LatencyPlan(
            1, Duration.ofMillis(30), Duration.ofMillis(80), Duration.ofMillis(200), Duration.ofMillis(200), 1);

    /** Five processes for each, with longer measurements. */
    public static final LatencyPlan FULL = new LatencyPlan(
            5, Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(400), Duration.ofMillis(500), 3);

    /** About how long a process takes; from its start to its end. */
    public Duration estimate() {
        return JVM.plus(warmUp.multipliedBy(2)).plus(flatOut).plus(paced);
    }

    /** The same in another time; {@code part}: a factor for the time of calls. Below a half there are no restarts. */
    public LatencyPlan shortened(double part) {
        return new LatencyPlan(
                rounds,
                warmUp,
                times(flatOut, part),
                times(paced, part),
                times(roundTrips, part),
                part < 0.5 ? 0 : restarts);
    }

    private static Duration times(Duration time, double part) {
        return Duration.ofNanos((long) (time.toNanos() * part));
    }

    /** The figures in words, as the report has them. */
    @Override
    public String toString() {
        return rounds + (rounds == 1 ? " process" : " processes") + " each for start-up and latency, "
                + flatOut.toMillis() + " ms flat out and " + paced.toMillis() + " ms at a fixed rate";
    }
}
