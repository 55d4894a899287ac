package io.distid.bench.solo;

import java.time.Duration;

/**
 * How long and how often one process is looked at.
 *
 * @param rounds processes for each subject; every round goes through all subjects
 * @param warmUp unmeasured calls before each measurement
 * @param flatOut how long calls are made one after the other
 * @param paced how long calls are made on a schedule
 * @param traffic the longest that ids are issued for while the server counts
 * @param takeovers how often a predecessor is killed, for each source of worker ids
 */
public record SoloPlan(int rounds, Duration warmUp, Duration flatOut, Duration paced, Duration traffic, int takeovers) {
    private static final Duration JVM = Duration.ofMillis(300);

    /** Shows that it runs. */
    public static final SoloPlan TINY = new SoloPlan(
            1, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(50), 0);

    /** One process for each subject. */
    public static final SoloPlan QUICK = new SoloPlan(
            1, Duration.ofMillis(30), Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(200), 1);

    /** Five processes for each, with longer looks. */
    public static final SoloPlan FULL = new SoloPlan(
            5, Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(400), Duration.ofMillis(500), 3);

    /**
     * About how long a process takes.
     *
     * @return from its start to its end
     */
    public Duration estimate() {
        return JVM.plus(warmUp.multipliedBy(2)).plus(flatOut).plus(paced);
    }

    /** The figures in words, as the report has them. */
    @Override
    public String toString() {
        return rounds + (rounds == 1 ? " process" : " processes") + " each for start-up and latency, "
                + flatOut.toMillis() + " ms flat out and " + paced.toMillis() + " ms at a fixed rate";
    }
}
