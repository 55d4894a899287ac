package io.distid.coordination;

import io.distid.coordination.LockStore.Released;
import java.time.Duration;
import java.util.List;

/**
 * A lock that this process may still hold in the store, after a request or an unlock without an answer. It is freed in the background. While the
 * store does not answer, the release is repeated with longer pauses, until the lease is over. Used by one thread after another.
 */
final class GivenUpGrant implements Runnable {
    private static final long SHORTEST_PAUSE_NANOS = 100_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;

    private final FencedLocks locks;
    private final String name;
    private final long fence;
    private final List<String> tokens;
    private final Deadline over;
    private long pause = SHORTEST_PAUSE_NANOS;
    private boolean answered;

    /**
     * A grant that is not freed yet.
     *
     * @param fence 0 for any grant to one of the tokens
     */
    GivenUpGrant(FencedLocks locks, String name, long fence, List<String> tokens, Duration lease) {
        this.locks = locks;
        this.name = name;
        this.fence = fence;
        this.tokens = tokens;
        // A store that stood still may carry the request out when it resumes.
        this.over = Deadline.in(lease.multipliedBy(2));
    }

    /** Begins to free the lock. Does nothing once the locks are closed. */
    void free() {
        locks.timers().freeIn(0, this);
    }

    @Override
    public void run() {
        boolean again = true;
        try {
            boolean lost = locks.store.release(name, fence, tokens) == Released.LOST;
            // A delayed request may still be carried out, so the release is repeated once.
            again = lost && !answered;
            answered = true;
        } catch (RuntimeException | Error e) {
            // The caller already has an exception that says so.
        }
        if (again && over.left() > 0 && locks.timers().freeIn(pause, this)) {
            pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
        }
    }
}
