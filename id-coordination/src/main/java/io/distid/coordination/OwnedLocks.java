package io.distid.coordination;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The locks that each thread was granted and has not unlocked, if locks are reentrant. Threads are kept weakly, so the locks of ended threads are
 * forgotten. Safe for use by any number of threads.
 */
final class OwnedLocks {
    private final Map<Thread, Map<String, HeldLock>> owned = new WeakHashMap<>();

    /** The lock that the calling thread was granted and has not unlocked, lost or not; null if there is none. */
    synchronized @Nullable HeldLock ofThisThread(String lock) {
        return owned.getOrDefault(Thread.currentThread(), Map.of()).get(lock);
    }

    /** Records a grant to the calling thread until it is unlocked. */
    void add(String lock, HeldLock held) {
        Map<String, HeldLock> ofThread;
        synchronized (this) {
            ofThread = owned.computeIfAbsent(Thread.currentThread(), thread -> new HashMap<>());
            ofThread.put(lock, held);
        }
        held.whenUnlocked(() -> remove(ofThread, lock, held));
    }

    /** Removes only this grant: before this runs, its lease may end and the thread may be granted the lock again. */
    private synchronized void remove(Map<String, HeldLock> ofThread, String lock, HeldLock held) {
        ofThread.remove(lock, held);
    }
}
