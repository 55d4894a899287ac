package io.distid.coordination;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which thread was granted which lock and has not unlocked it, where locks are reentrant. Threads are kept weakly: what an ended one lost and
 * never unlocked is forgotten. Safe for use by any number of threads.
 */
final class OwnedLocks {
    private final Map<Thread, Map<String, HeldLock>> owned = new WeakHashMap<>();

    /** What the calling thread was granted of a lock and has not unlocked, be it lost or not; null if there is none. */
    synchronized @Nullable HeldLock ofThisThread(String lock) {
        return owned.getOrDefault(Thread.currentThread(), Map.of()).get(lock);
    }

    /** Notes a grant to the calling thread until it is unlocked. */
    void add(String lock, HeldLock held) {
        Map<String, HeldLock> ofThread;
        synchronized (this) {
            ofThread = owned.computeIfAbsent(Thread.currentThread(), thread -> new HashMap<>());
            ofThread.put(lock, held);
        }
        held.whenUnlocked(() -> remove(ofThread, lock, held));
    }

    /** Only this grant: its lease may end, and the thread be granted the lock anew, before this is run. */
    private synchronized void remove(Map<String, HeldLock> ofThread, String lock, HeldLock held) {
        ofThread.remove(lock, held);
    }
}
