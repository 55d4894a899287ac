package io.distid.internal.thread;

import java.lang.ref.WeakReference;

/** Padding before the fields of a subclass, which keeps other memory off their cache lines. */
@SuppressWarnings("unused") // The padding is there to be skipped.
abstract class ThreadOwnedHead extends WeakReference<Thread> {
    /** Fills the gap after the object's header, where the JVM would otherwise place a field of a subclass. */
    private int h0;

    private long h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15;

    ThreadOwnedHead(Thread owner) {
        super(owner);
    }
}

/**
 * A value of {@link PerThread} that belongs to the platform thread that made it. Only {@link PerThread} asks for the owner.
 *
 * <p>The thread is held weakly. Fields of a subclass lie behind 120 bytes that nobody writes. So two threads do not take each other's cache lines,
 * even if a collector places their values side by side. A subclass adds its own padding at the end if its last fields need protection, too. Not safe
 * for use by two threads, unless a subclass says otherwise. The owner of a value that no {@link PerThread} made is never checked.
 */
public abstract class ThreadOwned extends ThreadOwnedHead {
    /** A value of the calling thread. */
    protected ThreadOwned() {
        super(Thread.currentThread());
    }

    /**
     * Whether it belongs to a thread.
     *
     * @param thread any thread
     * @return false for every thread once the owner is collected
     */
    public final boolean isOf(Thread thread) {
        return refersTo(thread);
    }

    /**
     * Whether the owner can never ask again.
     *
     * @return true once it has ended
     */
    public final boolean isAbandoned() {
        Thread thread = get();
        return thread == null || !thread.isAlive();
    }
}
