package io.distid.coordination;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Queues the threads of this process that want the same lock: first come, first served. Only the first thread talks to the store, until its grant has
 * ended. Safe for use by any number of threads.
 */
final class LocalTurns {
    private final Map<String, Queue> queues = new HashMap<>();
    private boolean closed;

    /** The threads that want one lock. Removed with the last of them. */
    private static final class Queue {
        private final Semaphore turn = new Semaphore(1, true);
        private int threads;
    }

    /**
     * Waits for the calling thread's turn.
     *
     * @return null if it did not come in time
     */
    @Nullable
    Turn enter(String lock, Deadline deadline) throws InterruptedException {
        Queue queue;
        synchronized (queues) {
            queue = queues.computeIfAbsent(lock, name -> new Queue());
            queue.threads++;
            if (closed) {
                queue.turn.release();
            }
        }
        boolean entered = false;
        try {
            // Created before the turn begins: if memory failed later, the turn would never end.
            Turn turn = new Turn(lock, queue);
            entered = queue.turn.tryAcquire(Math.max(0, deadline.left()), TimeUnit.NANOSECONDS);
            return entered ? turn : null;
        } finally {
            if (!entered) {
                forget(lock, queue);
            }
        }
    }

    private void forget(String lock, Queue queue) {
        synchronized (queues) {
            if (--queue.threads == 0) {
                queues.remove(lock, queue);
            }
        }
    }

    /** Gives waiting and later threads their turn. They then find that the locks are closed. */
    void close() {
        synchronized (queues) {
            closed = true;
            queues.values().forEach(queue -> queue.turn.release(queue.threads));
        }
    }

    /** How many locks are wanted or held, for tests. */
    int size() {
        synchronized (queues) {
            return queues.size();
        }
    }

    /** How many threads want a lock or hold it, for tests. */
    int threads(String lock) {
        synchronized (queues) {
            Queue queue = queues.get(lock);
            return queue == null ? 0 : queue.threads;
        }
    }

    /** The turn of one thread. */
    final class Turn {
        private final String lock;
        private final Queue queue;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Turn(String lock, Queue queue) {
            this.lock = lock;
            this.queue = queue;
        }

        /** Gives the turn to the next. Further calls do nothing. */
        void end() {
            if (ended.compareAndSet(false, true)) {
                queue.turn.release();
                forget(lock, queue);
            }
        }
    }
}
