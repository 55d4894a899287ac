package io.distid.internal.thread;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value for each platform thread, the same as long as the thread lives.
 *
 * <p>A {@link ThreadLocal} does not suffice. The common {@link java.util.concurrent.ForkJoinPool} clears its workers' thread locals between tasks,
 * and an order of ids kept there would be lost. Here a map keeps the values by the identity of the thread. Two caches make the look-up fast. The
 * first is a table by the number of the thread, which usually holds all of up to 64 threads in a row. The second is a thread local, for threads whose
 * slot in the table is taken. The map is asked if the thread local was cleared.
 *
 * <p>Threads are held weakly. Values of ended threads are removed when new threads come. At most 64 of them stay, or as many as there were living
 * threads at the last removal, if more. {@link #sweep()} removes them all. For virtual threads take {@link Stripes}. The user extends this class
 * instead of holding it in a field, which saves a read per look-up. This is a tenth of the time of an id that a thread counts by itself. Safe for use
 * by any number of threads; a value is handed to its own thread, and to {@link #forEach}.
 *
 * @param <T> should not refer to the thread, since the thread could not be collected before the value is removed
 */
public abstract class PerThread<T extends ThreadOwned> {
    private static final int SWEEP_FROM = 64;
    private static final int SLOTS = 64;

    private final ConcurrentMap<Key, T> values = new ConcurrentHashMap<>();
    /** Held weakly, since a thread of a container outlives the application of this class. */
    private final ThreadLocal<@Nullable WeakReference<T>> cache = new ThreadLocal<>();

    private volatile int sweepAt = SWEEP_FROM;
    /**
     * The values of some threads, each by its thread's number. Read without a fence: only the thread that made a value passes its check, and that
     * thread sees its own writes. Written only when a thread comes or is removed, so that threads do not take it from each other's caches.
     */
    private final @Nullable ThreadOwned[] slots = new ThreadOwned[SLOTS];

    /** An object without values. */
    protected PerThread() {}

    /** Makes the value of the calling thread at its first call. */
    protected abstract T first();

    /** Called once for each ended thread when its value is removed, by any thread. Does nothing unless overridden. */
    protected void ended(T value) {}

    /** The calling thread's value. */
    @SuppressWarnings("unchecked") // Only values are put there.
    public final T get() {
        Thread thread = Thread.currentThread();
        ThreadOwned known = slots[slot(thread)];
        return known != null && known.isOf(thread) ? (T) known : find(thread);
    }

    /**
     * Does something with each thread's value.
     *
     * @param action called by the calling thread, while the owner may use the value
     */
    public final void forEach(Consumer<? super T> action) {
        values.values().forEach(action);
    }

    /** Removes the values of ended threads. */
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

    /** Only the thread itself puts its value into the map, so nothing changes between the two look-ups. */
    private T kept(Thread thread) {
        Key key = new Key(thread);
        T mine = values.get(key);
        if (mine == null) {
            mine = first();
            // The call that makes the value may itself have asked for it.
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

    /** The slot where a thread's value is looked for first. The value's owner decides whether it belongs to the thread. */
    private static int slot(Thread thread) {
        return (int) thread.getId() & SLOTS - 1;
    }

    /** A thread, by identity. Held weakly, since it has a class loader and may end long before its value is removed. */
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

        /** Two keys of collected threads differ, but a key equals itself, so that it can be removed. */
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
