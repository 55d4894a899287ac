package io.distid.internal.thread;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One value for each platform thread, the same for as long as the thread lives.
 *
 * <p>What a {@link ThreadLocal} looks like and is not: the common {@link java.util.concurrent.ForkJoinPool} clears its workers' thread
 * locals between tasks, and whoever has an order to keep in one begins anew. Here a map has the values, by the identity of the thread,
 * and two short ways stand before it: a table by the number of the thread, which knows as a rule all threads of up to 64 in a row, and a
 * thread local for those whose place in it is taken. The map is asked when that was lost.
 *
 * <p>Threads are held weakly. Values of threads that have ended are let go of when new threads come, so that at most 64 of them, or as
 * many as there were living threads the last time if those were more, are kept; {@link #sweep()} lets go of all. For virtual threads take
 * {@link Stripes}. Extended by whoever draws from it rather than held by it: a look-up is then one read less, which is a tenth of the time of an id that a thread
 * counts by itself. Safe for use by any number of threads; a value is handed to its own thread, and to {@link #forEach}.
 *
 * @param <T> should not refer to the thread, which it would keep from collection until it is let go of
 */
public abstract class PerThread<T extends ThreadOwned> {
    private static final int SWEEP_FROM = 64;
    private static final int SLOTS = 64;

    private final ConcurrentMap<Key, T> values = new ConcurrentHashMap<>();
    /** Weakly, since a thread of a container outlives the application whose class this is of. */
    private final ThreadLocal<@Nullable WeakReference<T>> cache = new ThreadLocal<>();

    private volatile int sweepAt = SWEEP_FROM;
    /**
     * The values of some threads, each by its thread's number. Read without order: only the thread that made a value passes its check, and that
     * thread sees all of what it made. Written only when a thread comes or is swept, so that threads do not take it from each other's caches.
     */
    private final @Nullable ThreadOwned[] slots = new ThreadOwned[SLOTS];

    /** Without values. */
    protected PerThread() {}

    /**
     * Makes the value of the calling thread, which asks for the first time.
     *
     * @return a new one
     */
    protected abstract T first();

    /**
     * A thread has ended, and its value was let go of; called once for each, by whichever thread finds out. Does nothing if not overridden.
     *
     * @param value which no other thread has
     */
    protected void ended(T value) {}

    /**
     * The calling thread's value.
     *
     * @return made by this call if it is the thread's first
     */
    @SuppressWarnings("unchecked") // Only values are put there.
    public final T get() {
        Thread thread = Thread.currentThread();
        ThreadOwned known = slots[slot(thread)];
        return known != null && known.isOf(thread) ? (T) known : find(thread);
    }

    /**
     * Does something with each thread's value.
     *
     * @param action called by the calling thread, while the value's own may use it
     */
    public final void forEach(Consumer<? super T> action) {
        values.values().forEach(action);
    }

    /** Lets go of the values of threads that have ended. */
    public final void sweep() {
        for (Map.Entry<Key, T> entry : values.entrySet()) {
            T value = entry.getValue();
            if (value.isAbandoned() && values.remove(entry.getKey(), value)) {
                ended(value);
            }
        }
        for (int i = 0; i < SLOTS; i++) {
            ThreadOwned known = slots[i];
            if (known != null && known.isAbandoned()) {
                slots[i] = null;
            }
        }
        sweepAt = Math.max(SWEEP_FROM, values.size() * 2);
    }

    private T find(Thread thread) {
        WeakReference<T> cached = cache.get();
        T mine = cached == null ? null : cached.get();
        // Some libraries hand thread locals on to other threads.
        if (mine == null || !mine.isOf(thread)) {
            mine = kept(thread);
            cache.set(new WeakReference<>(mine));
        }
        if (slots[slot(thread)] == null) {
            slots[slot(thread)] = mine;
        }
        return mine;
    }

    /** Only the thread itself puts its value into the map, so nothing comes between the two look-ups. */
    private T kept(Thread thread) {
        Key key = new Key(thread);
        T mine = values.get(key);
        if (mine == null) {
            mine = first();
            // Whoever makes it may have asked for it.
            T earlier = values.putIfAbsent(key, mine);
            if (earlier != null) {
                return earlier;
            }
            if (values.size() >= sweepAt) {
                sweep();
            }
            ThreadOwned known = slots[slot(thread)];
            if (known != null && known.isAbandoned()) {
                slots[slot(thread)] = mine;
            }
        }
        return mine;
    }

    /** Where a thread's value is looked for first; whose it is, is decided by its owner. */
    private static int slot(Thread thread) {
        return (int) thread.getId() & SLOTS - 1;
    }

    /** A thread, by identity; held weakly, since it may end long before its value is let go of, and has a class loader. */
    private static final class Key extends WeakReference<Thread> {
        private final int hash;

        Key(Thread thread) {
            super(thread);
            hash = System.identityHashCode(thread);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        /** Two whose threads are gone are different, but a key is equal to itself, so that it can be removed. */
        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            Thread thread = get();
            return thread != null && other instanceof Key key && key.refersTo(thread);
        }
    }
}
