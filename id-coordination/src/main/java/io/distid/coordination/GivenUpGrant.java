package io.distid.coordination;

import io.distid.coordination.LockStore.Released;
import java.time.Duration;
import java.util.List;

/**
 * A lock that this process may hold in the store and that nobody here knows of: a request that was not answered, or an unlock that was
 * not. Freed in the background, again and again with longer pauses while the store does not answer, until its lease is over. Used by one
 * thread after another.
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
     * Not freed yet.
     *
     * @param fence 0 for whatever was granted to one of the tokens
     */
    GivenUpGrant(FencedLocks locks, String name, long fence, List<String> tokens, Duration lease) {
        this.locks = locks;
        this.name = name;
        this.fence = fence;
        this.tokens = tokens;
        // A store that stood still may carry the request out when it goes on.
        this.over = Deadline.in(lease.multipliedBy(2));
    }

    /** Begins to. Does nothing once the locks are closed. */
    void free() {
        locks.timers().freeIn(0, this);
    }

    @Override
    public void run() {
        boolean again = true;
        try {
            boolean lost = locks.store().release(name, fence, tokens) == Released.LOST;
            // What was not carried out yet may still come: it is looked for once more.
            again = lost && !answered;
            answered = true;
        } catch (RuntimeException | Error e) {
            // Whoever wanted the lock was told that the store does not answer.
        }
        if (again && over.left() > 0 && locks.timers().freeIn(pause, this)) {
            pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
        }
    }
}
