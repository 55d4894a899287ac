package io.distid.thread;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One value for each platform thread, the same for as long as the thread lives.
 *
 * <p>What a {@link ThreadLocal} looks like and is not: the common {@link java.util.concurrent.ForkJoinPool} clears its workers' thread
 * locals between tasks, and whoever has an order to keep in one begins anew. Here a map has the values, by the identity of the thread,
 * and a thread local only stands before it: a call costs one look-up of a thread local, and the map is asked when that was lost. The
 * thread that came last is spared even that: it is found by one comparison.
 *
 * <p>Threads are held weakly. Values of threads that have ended are let go of when new threads come, so that at most 64 of them, or as
 * many as there are living threads if those are more, are kept; {@link #sweep()} lets go of all. For virtual threads take
 * {@link Stripes}. Safe for use by any number of threads; a value is handed to its own thread, and to {@link #forEach}.
 *
 * @param <T> should not refer to the thread, which it would keep from collection until it is let go of
 */
public final class PerThread<T> {
    private static final int SWEEP_FROM = 64;

    private final ConcurrentMap<Key, T> values = new ConcurrentHashMap<>();
    private final ThreadLocal<@Nullable T> cache = new ThreadLocal<>();
    private final Supplier<? extends T> first;
    private final @Nullable Consumer<? super T> ended;
    private volatile int sweepAt = SWEEP_FROM;
    /** Of the thread that came last. Written only when a thread comes for the first time, so that threads do not take it from each other's caches. */
    private @Nullable Newest<T> newest;

    /**
     * Without values.
     *
     * @param first makes the value of a thread; called once by each
     */
    public PerThread(Supplier<? extends T> first) {
        this.first = first;
        this.ended = null;
    }

    /**
     * Without values.
     *
     * @param first makes the value of a thread; called once by each
     * @param ended gets the value of a thread that has ended, once, from whichever thread finds out
     */
    public PerThread(Supplier<? extends T> first, Consumer<? super T> ended) {
        this.first = first;
        this.ended = ended;
    }

    /**
     * The calling thread's value.
     *
     * @return made by this call if it is the thread's first
     */
    public T get() {
        Newest<T> last = newest;
        // Read without a fence: only the thread that made it passes, and that thread sees all of what it made.
        if (last != null && last.refersTo(Thread.currentThread())) {
            return last.value;
        }
        T mine = cache.get();
        return mine != null ? mine : find();
    }

    /**
     * Does something with each thread's value.
     *
     * @param action called by the calling thread, while the value's own may use it
     */
    public void forEach(Consumer<? super T> action) {
        values.values().forEach(action);
    }

    /** Lets go of the values of threads that have ended. */
    public void sweep() {
        for (Map.Entry<Key, T> entry : values.entrySet()) {
            T value = entry.getValue();
            if (entry.getKey().isOver() && values.remove(entry.getKey(), value) && ended != null) {
                ended.accept(value);
            }
        }
        Newest<T> last = newest;
        if (last != null && last.isOver()) {
            newest = null;
        }
        sweepAt = Math.max(SWEEP_FROM, values.size() * 2);
    }

    /** Only the thread itself puts its value into the map, so nothing comes between the two look-ups. */
    private T find() {
        Key thread = new Key(Thread.currentThread());
        T mine = values.get(thread);
        if (mine == null) {
            mine = first.get();
            values.put(thread, mine);
            newest = new Newest<>(Thread.currentThread(), mine);
            if (values.size() >= sweepAt) {
                sweep();
            }
        }
        cache.set(mine);
        return mine;
    }

    /** A thread, held weakly: it may end long before its value is let go of, and has a class loader. */
    private static class Held extends WeakReference<Thread> {
        Held(Thread thread) {
            super(thread);
        }

        /** Whether the thread will never ask again. */
        final boolean isOver() {
            Thread thread = get();
            return thread == null || !thread.isAlive();
        }
    }

    /** A thread and its value. */
    private static final class Newest<T> extends Held {
        private final T value;

        Newest(Thread thread, T value) {
            super(thread);
            this.value = value;
        }
    }

    /** A thread, by identity. */
    private static final class Key extends Held {
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
