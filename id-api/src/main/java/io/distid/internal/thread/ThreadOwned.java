package io.distid.internal.thread;

import java.lang.ref.WeakReference;

/** Keeps what lies before the fields of a subclass off their cache lines. */
@SuppressWarnings("unused") // The padding is there to be skipped.
abstract class ThreadOwnedHead extends WeakReference<Thread> {
    /** Fills the gap behind the object's header, into which the JVM would else put a field of a subclass. */
    private int h0;

    private long h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15;

    ThreadOwnedHead(Thread owner) {
        super(owner);
    }
}

/**
 * What belongs to the platform thread that makes it: a value of {@link PerThread}, which alone asks for the owner.
 *
 * <p>The thread is held weakly. Fields of a subclass lie behind 120 bytes that nobody writes, so that a collector which puts values of two
 * threads side by side does not have them take each other's cache lines; what lies behind a value is kept off its last fields only by a subclass that ends in
 * such room itself. Not safe for use by two threads, but for what a subclass says. A value that no {@link PerThread} has made may belong to whom it likes: its
 * owner is asked by nobody.
 */
public abstract class ThreadOwned extends ThreadOwnedHead {
    /** Of the calling thread. */
    protected ThreadOwned() {
        super(Thread.currentThread());
    }

    /**
     * Whether it belongs to a thread.
     *
     * @param thread any thread
     * @return false also for each thread once the owner is collected
     */
    public final boolean isOf(Thread thread) {
        return refersTo(thread);
    }

    /**
     * Whether the owner will never ask again.
     *
     * @return true once it has ended
     */
    public final boolean isAbandoned() {
        Thread thread = get();
        return thread == null || !thread.isAlive();
    }
}
