package io.distid.internal.process;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the epochs of the process. A new epoch begins whenever there may be a copy, restored from a checkpoint or resumed from a snapshot.
 *
 * <p>Random words, ranges and the like belong to the epoch that they were taken in. Their holder compares that epoch with {@link #epoch()}, and drops
 * them if it is older.
 *
 * <p>CRaC (Coordinated Restore at Checkpoint) reports checkpoints, where the Java runtime or the class path has its API ({@code jdk.crac} or
 * {@code org.crac}). A machine that is resumed from a snapshot reports nothing, but its clock of the day jumps against the monotonic clock. {@link
 * #look()} compares them. Safe for use by any number of threads.
 */
public final class CopyDetector {
    /** Two readings further apart than this do not belong to one moment. */
    private static final long READING_NANOS = 10_000_000;

    /** After this time, a look compares with a newer moment, since running clocks differ little over so short a time. */
    private static final long COMPARED_NANOS = 100_000_000;

    private final LongSupplier nanoTime;
    private final InstantSource clock;

    /** Odd while a checkpoint is made. Written under the lock. */
    private volatile int epoch;
    /** Written under the lock. */
    private volatile int checkpoints;

    private volatile ClockDrift compared;

    /** A strong reference, since the context keeps the hook weakly. */
    private @Nullable Object hook;

    /** A detector without hooks, on the system's clocks. */
    public CopyDetector() {
        // No method reference: the first one of a JVM costs several ms, which would delay the first id.
        this(
                new LongSupplier() {
                    @Override
                    public long getAsLong() {
                        return System.nanoTime();
                    }
                },
                InstantSource.system());
    }

    /** A detector without hooks, for tests. */
    public CopyDetector(LongSupplier nanoTime, InstantSource clock) {
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.compared = now();
    }

    /**
     * The detector of this process.
     *
     * @return the same for each call; the first one registers with CRaC
     */
    public static CopyDetector system() {
        return OfProcess.COPIES;
    }

    /**
     * The epoch of this moment. Reads a field and compares no clocks.
     *
     * @return increases with each known or suspected copy, and before a checkpoint
     */
    public int epoch() {
        return epoch;
    }

    /**
     * Whether the process may be copied at any moment, so that nothing random may be kept for later.
     *
     * @return true from before a checkpoint until after it, or after the restore
     */
    public static boolean isExposed(int epoch) {
        return (epoch & 1) != 0;
    }

    /**
     * How often a checkpoint or a restore was reported. A jump of the clock alone is not counted. This serves holders for whom a false alarm by a
     * clock that was set costs more than a missed copy.
     *
     * @return increases before a checkpoint, and after it or the restore
     */
    public int checkpoints() {
        return checkpoints;
    }

    /**
     * Compares the two clocks, and begins an epoch if they drifted apart since the last look.
     *
     * @return the monotonic clock, ns
     */
    public long look() {
        long nanos = nanoTime.getAsLong();
        long millis = clock.millis();
        ClockDrift last = compared;
        if (last.isLarge(nanos, millis)) {
            jumped();
        } else if (nanos - last.nanos() > COMPARED_NANOS) {
            compared = new ClockDrift(nanos, millis);
        }
        return nanos;
    }

    /** A checkpoint is about to be made. */
    public synchronized void expected() {
        epoch |= 1;
        checkpoints++;
    }

    /** The process goes on after a checkpoint or a restore. */
    public synchronized void restored() {
        epoch = (epoch | 1) + 1;
        checkpoints++;
        compared = now();
    }

    /** The process looks as if it had been copied. */
    public synchronized void suspected() {
        epoch += 2;
    }

    /** Compares again with readings of one moment: a thread that loses its core between two readings sees a jump as well. */
    private synchronized void jumped() {
        ClockDrift now = now();
        if (compared.isLarge(now.nanos(), now.millis())) {
            suspected();
        }
        compared = now;
    }

    private ClockDrift now() {
        long nanos;
        long millis;
        do {
            nanos = nanoTime.getAsLong();
            millis = clock.millis();
        } while (nanoTime.getAsLong() - nanos > READING_NANOS);
        return new ClockDrift(nanos, millis);
    }

    /** A holder class, so that the detector is created at first use and not at class load. */
    private static final class OfProcess {
        static final CopyDetector COPIES = new CopyDetector();

        static {
            COPIES.hook = CheckpointHook.register(COPIES, CheckpointHook.APIS);
        }
    }
}
