package io.distid.worker;

import io.distid.ConfigException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The worker ids of this process: a second live generator on one of them is refused, and the last stamp of each is remembered
 * for the next.
 *
 * <p>A generator made per call instead of once is the commonest way to repeat ids; here it fails on the second call. Within one
 * class loader; processes are kept apart by leases.
 */
final class LiveWorkers {
    private static final Set<Worker> LIVE = new HashSet<>();
    private static final Map<Worker, Long> LAST_STAMPS = new HashMap<>();

    /** One worker id of one namespace. */
    private record Worker(String namespace, int id) {}

    private LiveWorkers() {}

    /**
     * Marks a worker id as in use.
     *
     * @throws ConfigException if it is in use in this process
     */
    static void enter(String namespace, int workerId) {
        synchronized (LIVE) {
            if (!LIVE.add(new Worker(namespace, workerId))) {
                throw new ConfigException("worker id " + workerId + " of namespace \"" + namespace
                        + "\" is in use by another generator of this process: share one generator, close the other first,"
                        + " or take another worker id or namespace");
            }
        }
    }

    /** Ends a use that {@link #enter} began, with the last tick that it may have stamped. */
    static void leave(String namespace, int workerId, long lastStamp) {
        Worker worker = new Worker(namespace, workerId);
        synchronized (LIVE) {
            LIVE.remove(worker);
            LAST_STAMPS.merge(worker, lastStamp, Math::max);
        }
    }

    /** The last tick that was stamped in this process, in epoch ms; {@link Long#MIN_VALUE} if none was. */
    static long lastStamp(String namespace, int workerId) {
        synchronized (LIVE) {
            return LAST_STAMPS.getOrDefault(new Worker(namespace, workerId), Long.MIN_VALUE);
        }
    }
}
