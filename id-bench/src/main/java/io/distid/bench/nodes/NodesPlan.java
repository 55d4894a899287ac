package io.distid.bench.nodes;

import io.distid.bench.duplicates.IdSorter;
import io.distid.bench.results.LeastIds;
import java.time.Duration;

/**
 * The work of a fleet with each subject. Immutable.
 *
 * @param processes JVMs, each a node; 0 for no fleet
 * @param warmUp the time of ids that are dropped first
 * @param ownJvms whether each subject has its own JVMs; otherwise they are reused
 * @param leastPerNode the ids of each node that a check needs, beyond the planned time if needed
 */
public record NodesPlan(
        int processes,
        int threads,
        long idsPerThread,
        Duration warmUp,
        Duration duration,
        boolean ownJvms,
        int leastPerNode) {
    /** More could not be numbered by the checker. */
    public static final long MOST_IDS = IdSorter.MOST_IDS;

    /** The time to start a JVM and open a subject in it. */
    static final Duration START = Duration.ofMillis(900);

    /** For ids of strategies: at least {@link LeastIds#PER_NODE} of each node. */
    public NodesPlan(
            int processes, int threads, long idsPerThread, Duration warmUp, Duration duration, boolean ownJvms) {
        this(processes, threads, idsPerThread, warmUp, duration, ownJvms, LeastIds.PER_NODE);
    }

    /** For calls that may be slow, such as those for a lock that others hold. Each thread makes at least one call. */
    public static NodesPlan ofCalls(
            int processes, int threads, long callsPerThread, Duration warmUp, Duration duration, boolean ownJvms) {
        return new NodesPlan(processes, threads, callsPerThread, warmUp, duration, ownJvms, threads);
    }

    /** The same with other processes. */
    public NodesPlan withProcesses(int count) {
        return new NodesPlan(count, threads, idsPerThread, warmUp, duration, ownJvms, leastPerNode);
    }

    /** The same in another time. */
    public NodesPlan shortened(double part) {
        return new NodesPlan(
                processes,
                threads,
                (long) (idsPerThread * part),
                warmUp,
                Duration.ofNanos((long) (duration.toNanos() * part)),
                ownJvms,
                leastPerNode);
    }

    /** The most ids there may be in the end. */
    public long ids() {
        return processes * threads * idsPerThread;
    }

    /** About how long one subject takes. */
    public Duration estimate() {
        Duration start = ownJvms ? START : Duration.ZERO;
        return start.plus(taking()).plus(comparing()).plusMillis(150);
    }

    /** About how long the first subject takes, for which JVMs are started. */
    public Duration estimateOfFirst() {
        return START.plus(taking()).plus(comparing());
    }

    Duration taking() {
        return warmUp.plus(duration);
    }

    Duration comparing() {
        return Duration.ofMillis(ids() / 5000);
    }

    /** The figures in words, as the report has them. */
    @Override
    public String toString() {
        return processes == 0
                ? "no processes of their own"
                : processes + " processes × " + threads + (threads == 1 ? " thread" : " threads") + ", up to "
                        + idsPerThread + " ids or " + duration.toMillis() + " ms each after " + warmUp.toMillis()
                        + " ms of warm-up, but at least " + leastPerNode + " ids of each process";
    }
}
