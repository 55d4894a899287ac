package io.distid.uuid;

import java.lang.ref.WeakReference;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives each platform thread random words of its own, so that none waits for another.
 *
 * <p>Virtual threads are too many and too short-lived for that: they share a few sources, each behind a lock. Safe for use by
 * several threads.
 */
final class ThreadRandom {
    private final SecureRandom seeds = new SecureRandom();
    private final ThreadLocal<RandomWords> local = ThreadLocal.withInitial(this::mine);
    private final AtomicReferenceArray<RandomWords> shared = new AtomicReferenceArray<>(
            Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 2);

    /**
     * The source of the platform thread that came last, found by one comparison, which costs less than a thread local. Written
     * only when a thread comes for the first time, so that threads do not take it from each other's caches.
     */
    private @Nullable Owned newest;

    /** A word for the calling thread. */
    long next() {
        Owned mine = newest;
        // Read without a fence: only the thread that made it passes, and that thread sees all of what it made.
        return mine != null && mine.refersTo(Thread.currentThread())
                ? mine.words.next()
                : local.get().next();
    }

    /** The calling thread's source; not to be handed to another. */
    RandomWords words() {
        return local.get();
    }

    private RandomWords mine() {
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            return shared(System.identityHashCode(thread));
        }
        AesCtrRandom words = own();
        newest = new Owned(thread, words);
        return words;
    }

    private RandomWords shared(int hash) {
        int slot = hash & shared.length() - 1;
        RandomWords words = shared.get(slot);
        if (words == null) {
            shared.compareAndSet(slot, null, new Locked(own()));
            words = shared.get(slot);
        }
        return words;
    }

    private AesCtrRandom own() {
        return new AesCtrRandom(seeds, System::nanoTime);
    }

    /** A thread and its source. The thread is held weakly: it may end long before the generator, and has a class loader. */
    private static final class Owned extends WeakReference<Thread> {
        private final AesCtrRandom words;

        Owned(Thread thread, AesCtrRandom words) {
            super(thread);
            this.words = words;
        }
    }

    private static final class Locked extends RandomWords {
        private final ReentrantLock lock = new ReentrantLock();
        private final RandomWords words;

        Locked(RandomWords words) {
            this.words = words;
        }

        @Override
        long next() {
            lock.lock();
            try {
                return words.next();
            } finally {
                lock.unlock();
            }
        }
    }
}
