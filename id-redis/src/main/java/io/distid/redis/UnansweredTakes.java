package io.distid.redis;

import io.distid.worker.WorkerRequest;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Takes of machine ids without a file that were not answered, or not undone when the id was to be freed: what they may have put into a set, nobody
 * else could claim, and nothing expires. Safe for use by any number of threads.
 */
final class UnansweredTakes {
    /** A generator that cannot be opened closes its source, so those of all sources of a process are kept together. */
    static final UnansweredTakes OF_THIS_PROCESS = new UnansweredTakes();

    private final Queue<Take> takes = new ConcurrentLinkedQueue<>();

    /** What an id was asked for by, and where. */
    record Take(String server, String set, int id, String owner) {}

    void add(Take take) {
        takes.add(take);
    }

    /** One that the request allows, for one caller; null if there is none. */
    @Nullable
    Take poll(String server, String set, WorkerRequest request) {
        for (Take take : takes) {
            if (take.server.equals(server)
                    && take.set.equals(set)
                    && take.id >= request.firstId()
                    && take.id <= request.lastId()
                    && takes.remove(take)) {
                return take;
            }
        }
        return null;
    }
}
