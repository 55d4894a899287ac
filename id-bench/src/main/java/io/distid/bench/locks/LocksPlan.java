package io.distid.bench.locks;

import io.distid.bench.nodes.NodesPlan;
import java.time.Duration;

/**
 * How locks are measured. Immutable.
 *
 * @param alone the plan for one thread of one process that takes and releases each lock
 * @param contended the plan for threads of processes that compete for it
 * @param lease the time after which a silent holder loses a lock, for the crash; zero for no crash
 */
public record LocksPlan(NodesPlan alone, NodesPlan contended, Duration lease) {
    private static final long MOST = 1_000_000;

    /** Shows that it runs. */
    public static final LocksPlan TINY = new LocksPlan(
            NodesPlan.ofCalls(1, 1, MOST, Duration.ZERO, Duration.ofMillis(50), false),
            NodesPlan.ofCalls(2, 2, MOST, Duration.ZERO, Duration.ofMillis(100), false),
            Duration.ofSeconds(2));

    /**
     * A second or two for each lock, and no crash, which takes twice as many processes and the time of a lease. Few
     * threads: each thread that waits at the end is still granted the lock.
     */
    public static final LocksPlan QUICK = new LocksPlan(
            NodesPlan.ofCalls(1, 1, MOST, Duration.ofMillis(100), Duration.ofMillis(250), false),
            NodesPlan.ofCalls(4, 8, MOST, Duration.ZERO, Duration.ofMillis(400), false),
            Duration.ZERO);

    /** Each lock in JVMs of its own. */
    public static final LocksPlan FULL = new LocksPlan(
            NodesPlan.ofCalls(1, 1, MOST, Duration.ofSeconds(2), Duration.ofSeconds(3), true),
            NodesPlan.ofCalls(4, 32, MOST, Duration.ofSeconds(2), Duration.ofSeconds(5), true),
            Duration.ofSeconds(5));

    /** The same in another time; {@code part}: a factor for the calls and their time. */
    public LocksPlan shortened(double part) {
        return new LocksPlan(alone.shortened(part), contended.shortened(part), lease);
    }

    /** About how long one lock takes, without the crash, which all have at the same moment; with opening it in each process. */
    public Duration estimate() {
        // Limited by time, not by the number of ids: locks are slow.
        return alone.warmUp()
                .plus(alone.duration())
                .plus(contended.warmUp())
                .plus(contended.duration())
                .plusMillis(800);
    }

    /** About how long a crash takes; with the processes that it needs. */
    public Duration estimateOfCrash() {
        return lease.isZero() ? lease : lease.plusSeconds(3);
    }
}
