package io.distid.thread;

import java.lang.ref.WeakReference;

/** Keeps what lies before the fields of a subclass off their cache lines. */
@SuppressWarnings("unused") // The padding is there to be skipped.
abstract class ThreadOwnedHead {
    private long h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15;
}

/**
 * What belongs to the platform thread that makes it: a value of {@link PerThread}, which alone asks for the owner.
 *
 * <p>The thread is held weakly. Fields of a subclass lie behind 128 bytes that nobody writes, so that a collector which moves values of two
 * threads together does not have them take each other's cache lines. Not safe for use by two threads, but for what a subclass says.
 */
public abstract class ThreadOwned extends ThreadOwnedHead {
    private final WeakReference<Thread> owner;

    /** Of the calling thread. */
    protected ThreadOwned() {
        owner = new WeakReference<>(Thread.currentThread());
    }

    /**
     * Whether it belongs to a thread.
     *
     * @param thread any thread
     * @return false also for each thread once the owner is collected
     */
    public final boolean isOf(Thread thread) {
        return owner.refersTo(thread);
    }

    /**
     * Whether the owner will never ask again.
     *
     * @return true once it has ended
     */
    public final boolean isAbandoned() {
        Thread thread = owner.get();
        return thread == null || !thread.isAlive();
    }
}
