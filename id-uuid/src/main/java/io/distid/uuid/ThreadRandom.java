package io.distid.uuid;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

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

    /** The calling thread's source; not to be handed to another. */
    RandomWords words() {
        return local.get();
    }

    private RandomWords mine() {
        Thread thread = Thread.currentThread();
        return VirtualThreads.isVirtual(thread) ? shared(System.identityHashCode(thread)) : own();
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

    private RandomWords own() {
        return new AesCtrRandom(seeds, System::nanoTime);
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
