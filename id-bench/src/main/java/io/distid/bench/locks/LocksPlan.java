package io.distid.bench.locks;

import io.distid.bench.nodes.NodesPlan;
import java.time.Duration;

/**
 * How locks are measured. Immutable.
 *
 * @param alone one thread of one process that takes and frees each lock
 * @param contended threads of processes that all want it
 * @param lease after how long of its silence a holder is given up that has crashed; zero if none is to crash
 */
public record LocksPlan(NodesPlan alone, NodesPlan contended, Duration lease) {
    private static final long MOST = 1_000_000;

    /** Shows that it runs. */
    public static final LocksPlan TINY = new LocksPlan(
            NodesPlan.ofCalls(1, 1, MOST, Duration.ZERO, Duration.ofMillis(50), false),
            NodesPlan.ofCalls(2, 2, MOST, Duration.ZERO, Duration.ofMillis(100), false),
            Duration.ofSeconds(2));

    /**
     * A second or two for each lock, and no crash, which takes twice as many processes and the time of a lease. Threads that wait at the end are each
     * granted the lock once more, so they are few.
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

    /** The same in another time; {@code part}: of the calls, and of the time that they are made for. */
    public LocksPlan shortened(double part) {
        return new LocksPlan(alone.shortened(part), contended.shortened(part), lease);
    }

    /** About how long one lock takes, without the crash, which all have at the same moment; with opening it in each process. */
    public Duration estimate() {
        // Not by how many ids there may be, since locks are slow.
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
