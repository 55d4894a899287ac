package io.distid.coordination;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which thread was granted which lock and has not unlocked it, where locks are reentrant. Threads that have ended are forgotten: a grant that they
 * lost and never unlocked would be kept for ever. That is looked for when there are twice as many grants as after the last look, so that it
 * takes no time that grows with them. Safe for use by any number of threads.
 */
final class OwnedLocks {
    /** Below which nothing is looked for. */
    static final int FEW = 64;

    private final Map<Owner, HeldLock> owned = new ConcurrentHashMap<>();
    private volatile int many = FEW;

    /** A thread and the lock it was granted. */
    private record Owner(Thread thread, String lock) {}

    /** What the calling thread was granted of a lock and has not unlocked, be it lost or not; null if there is none. */
    @Nullable
    HeldLock ofThisThread(String lock) {
        return owned.get(new Owner(Thread.currentThread(), lock));
    }

    /** Notes a grant to the calling thread until it is unlocked. */
    void add(String lock, HeldLock held) {
        if (owned.size() >= many) {
            forgetEndedThreads();
        }
        Owner owner = new Owner(Thread.currentThread(), lock);
        owned.put(owner, held);
        // Only this grant: its lease may end, and the thread be granted the lock anew, before this is run.
        held.whenUnlocked(() -> owned.remove(owner, held));
    }

    /** How many grants are kept, for tests. */
    int size() {
        return owned.size();
    }

    private synchronized void forgetEndedThreads() {
        if (owned.size() >= many) {
            // A grant that one of them holds still may be unlocked by another thread, which does not need it here.
            owned.keySet().removeIf(owner -> !owner.thread.isAlive());
            many = Math.max(FEW, 2 * owned.size());
        }
    }
}
