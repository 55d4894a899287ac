package io.distid.db;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The servers that ids are drawn from, no two of which give out the same. Each is compared with all others and added in one step: of two that are first
 * reached at the same time, one finds the other. Safe for use by any number of threads.
 */
final class DisjointServers<S> {
    private final BiPredicate<S, S> apart;
    private final ReentrantLock adding = new ReentrantLock();
    private final List<S> added = new ArrayList<>();

    /**
     * None yet.
     *
     * @param apart whether no id of one is an id of the other; asks neither of them, since others wait meanwhile
     */
    DisjointServers(BiPredicate<S, S> apart) {
        this.apart = apart;
    }

    /**
     * Adds a server for good, unless there is one that it can share an id with.
     *
     * @return that one; null if it was added
     */
    @Nullable
    S add(S server) {
        adding.lock();
        try {
            for (S other : added) {
                if (!apart.test(server, other)) {
                    return other;
                }
            }
            added.add(server);
            return null;
        } finally {
            adding.unlock();
        }
    }

    /** Those that were added by now. */
    List<S> added() {
        adding.lock();
        try {
            return List.copyOf(added);
        } finally {
            adding.unlock();
        }
    }
}
