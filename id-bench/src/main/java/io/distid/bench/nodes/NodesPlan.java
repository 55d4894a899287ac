package io.distid.bench.nodes;

import io.distid.bench.duplicates.IdSorter;
import java.time.Duration;

/**
 * What a fleet does with each subject. Immutable.
 *
 * @param processes JVMs, each a node; 0 for no fleet
 * @param threads how many share the generator of each node
 * @param idsPerThread the most that a thread takes
 * @param warmUp how long ids are drawn and dropped before
 * @param duration the longest that ids are taken
 * @param ownJvms whether each subject has JVMs of its own; otherwise those of the one before are used on
 */
public record NodesPlan(
        int processes, int threads, long idsPerThread, Duration warmUp, Duration duration, boolean ownJvms) {
    /** More could not be numbered by the checker. */
    public static final long MOST_IDS = IdSorter.MOST_IDS;

    /** A JVM's start, and that of a subject in it. */
    static final Duration START = Duration.ofMillis(900);

    /** Checks that the ids can be numbered. */
    public NodesPlan {
        if ((double) processes * threads * idsPerThread > MOST_IDS) {
            throw new IllegalArgumentException(processes + " processes of " + threads + " threads of " + idsPerThread
                    + " ids each are more than " + MOST_IDS + " ids");
        }
    }

    /**
     * The same with other processes.
     *
     * @param count how many
     * @return a plan
     */
    public NodesPlan withProcesses(int count) {
        return new NodesPlan(count, threads, idsPerThread, warmUp, duration, ownJvms);
    }

    /**
     * The most ids there may be in the end.
     *
     * @return of all threads of all processes
     */
    public long ids() {
        return processes * threads * idsPerThread;
    }

    /**
     * About how long one subject takes.
     *
     * @return with opening it and checking its ids
     */
    public Duration estimate() {
        Duration start = ownJvms ? START : Duration.ZERO;
        return start.plus(taking()).plus(comparing()).plusMillis(150);
    }

    /**
     * About how long the first subject takes, for which JVMs are started.
     *
     * @return with opening it and checking its ids
     */
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
                        + " ms of warm-up";
    }
}
