package io.distid.text;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** A byte buffer for each thread to build its texts in, so that encoding allocates nothing but the result. */
final class Buffers {
    /**
     * A weak reference to the thread, and its bytes. Both have types of the JDK. A thread of a container outlives the application, and a class of
     * distid there would keep the application's class loader.
     */
    private static final ThreadLocal<Object @Nullable []> LOCAL = new ThreadLocal<>();

    /**
     * The buffer of the latest thread, found by one comparison, which costs less than a thread local. Written only at a thread's first call, so that
     * threads do not take it from each other's caches.
     */
    private static @Nullable Owned newest;

    private Buffers() {}

    /** The calling thread's buffer; not to be handed to another thread. */
    static byte[] mine() {
        Thread thread = Thread.currentThread();
        Owned last = newest;
        // Read without a fence: only the thread that made it passes the check, and that thread sees its own writes.
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
        // Forms write eight characters at a time, so they write up to seven beyond the last.
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
