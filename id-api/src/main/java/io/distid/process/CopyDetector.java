package io.distid.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notifies its members that the process may be one of two copies: restored from a checkpoint, or resumed from a snapshot.
 *
 * <p>CRaC (Coordinated Restore at Checkpoint) says so, where the Java runtime or the class path has its API ({@code jdk.crac} or
 * {@code org.crac}); a jump of the clock is reported by whoever sees it. Safe for use by any number of threads.
 */
public final class CopyDetector {
    private final Set<CopyListener> members = Collections.newSetFromMap(new WeakHashMap<>());
    private volatile int epoch;
    /** Kept here, since the context that it is registered with keeps it weakly. */
    private @Nullable Object hook;

    /** Without hooks, for tests: notified only by its own methods. */
    public CopyDetector() {}

    /**
     * Those of this process.
     *
     * @return the same for each call; the first one registers with CRaC
     */
    public static CopyDetector system() {
        return OfProcess.COPIES;
    }

    /**
     * Notifies an object from now on.
     *
     * @param member held weakly
     */
    public void tell(CopyListener member) {
        synchronized (members) {
            members.add(member);
        }
    }

    /**
     * How often the process is known to have been copied, for callers that cannot wait for a notification.
     *
     * @return increases, before members are notified, with each copy that is known of or suspected, and before a checkpoint
     */
    public int epoch() {
        return epoch;
    }

    /**
     * Whether the process may be copied at any moment, so that nothing random may be kept for later.
     *
     * @param epoch an {@link #epoch()}
     * @return true from before a checkpoint until after it, or after the restore
     */
    public static boolean isExposed(int epoch) {
        return (epoch & 1) != 0;
    }

    /** A checkpoint is about to be made. */
    public synchronized void expected() {
        moveTo(epoch | 1, CopyListener::beforeCopy);
    }

    /** The process goes on after a checkpoint or a restore. */
    public synchronized void restored() {
        moveTo((epoch | 1) + 1, CopyListener::copied);
    }

    /** The process looks as if it had been copied. */
    public synchronized void suspected() {
        moveTo(epoch + 2, CopyListener::maybeCopied);
    }

    /**
     * First the epoch, then the members: who misses the call sees the epoch. All of them, since one that throws keeps nothing from the others that a
     * copy has, too.
     */
    private void moveTo(int next, Consumer<CopyListener> call) {
        epoch = next;
        List<CopyListener> notified;
        synchronized (members) {
            notified = new ArrayList<>(members);
        }
        Throwable first = null;
        for (CopyListener member : notified) {
            try {
                call.accept(member);
            } catch (RuntimeException | Error e) {
                if (first == null) {
                    first = e;
                } else if (first != e) {
                    first.addSuppressed(e);
                }
            }
        }
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (RuntimeException) first;
        }
    }

    /** Made when first asked for, not at class load. */
    private static final class OfProcess {
        static final CopyDetector COPIES = new CopyDetector();

        static {
            COPIES.hook = CheckpointHook.register(COPIES, CheckpointHook.APIS);
        }
    }
}
