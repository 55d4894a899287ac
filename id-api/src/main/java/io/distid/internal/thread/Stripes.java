package io.distid.internal.thread;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few values that many threads share, each thread always the same value. For virtual threads, which are too many and too short-lived for values of
 * their own.
 *
 * <p>There are about twice as many values as processors, made at first use. Nothing is kept for a thread. Safe for use by any number of threads.
 *
 * @param <T> must be safe for use by several threads
 */
public final class Stripes<T> {
    private final AtomicReferenceArray<@Nullable T> values = new AtomicReferenceArray<>(
            Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 2 - 1) * 2);
    private final Supplier<? extends T> first;

    /**
     * Stripes without values.
     *
     * @param first makes the value of a stripe; called once for each, by a thread that asks for it
     */
    public Stripes(Supplier<? extends T> first) {
        this.first = first;
    }

    /** The value that a thread shares with others. */
    public T of(Thread thread) {
        // A thread's identity hash never changes, and is in its header once computed.
        int hash = System.identityHashCode(thread);
        int stripe = (hash ^ hash >>> 16) & values.length() - 1;
        T value = values.get(stripe);
        return value != null ? value : make(stripe);
    }

    /**
     * Runs an action with each value that was made.
     *
     * @param action called by the calling thread, while others may use the value
     */
    public void forEach(Consumer<? super T> action) {
        for (int i = 0; i < values.length(); i++) {
            T value = values.get(i);
            if (value != null) {
                action.accept(value);
            }
        }
    }

    private synchronized T make(int stripe) {
        T value = values.get(stripe);
        if (value == null) {
            value = first.get();
            values.set(stripe, value);
        }
        return value;
    }
}
