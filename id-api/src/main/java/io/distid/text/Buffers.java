package io.distid.text;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** The bytes in which each thread puts its texts together, kept so that encoding allocates nothing but the result. */
final class Buffers {
    /**
     * A weak reference to the thread, and its bytes. Both are of the JDK's types: a thread of a container outlives the application, whose class
     * loader it would keep with a class of ours.
     */
    private static final ThreadLocal<Object @Nullable []> LOCAL = new ThreadLocal<>();

    /**
     * That of the thread that came last, found by one comparison, which costs less than a thread local. Written only when a
     * thread comes for the first time, so that threads do not take it from each other's caches.
     */
    private static @Nullable Owned newest;

    private Buffers() {}

    /** The calling thread's; not to be handed to another. */
    static byte[] mine() {
        Thread thread = Thread.currentThread();
        Owned last = newest;
        // Read without a fence: only the thread that made it passes, and that thread sees all of what it made.
        return last != null && last.refersTo(thread) ? last.bytes : kept(thread);
    }

    private static byte[] kept(Thread thread) {
        Object[] mine = LOCAL.get();
        // Some libraries hand thread locals on to other threads.
        if (mine == null || ((WeakReference<?>) mine[0]).get() != thread) {
            mine = new Object[] {new WeakReference<>(thread), fresh().bytes};
            LOCAL.set(mine);
        }
        return (byte[]) mine[1];
    }

    private static Owned fresh() {
        // Forms write eight characters at a time, so up to seven behind the last.
        Owned mine = new Owned(Thread.currentThread(), new byte[Decorations.LONGEST + 7]);
        newest = mine;
        return mine;
    }

    /** A thread and its bytes. The thread is held weakly: it may end, and has a class loader. */
    private static final class Owned extends WeakReference<Thread> {
        private final byte[] bytes;

        Owned(Thread thread, byte[] bytes) {
            super(thread);
            this.bytes = bytes;
        }
    }
}
