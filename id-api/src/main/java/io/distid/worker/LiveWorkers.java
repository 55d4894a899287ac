package io.distid.worker;

import io.distid.ConfigException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The worker ids in use in this process: a second live generator on one of them is refused.
 *
 * <p>A generator made per call instead of once is the commonest way to repeat ids; here it fails on the second call. Within one
 * class loader; processes are kept apart by leases.
 */
final class LiveWorkers {
    private static final Set<Worker> LIVE = ConcurrentHashMap.newKeySet();

    /** One worker id of one namespace. */
    private record Worker(String namespace, int id) {}

    private LiveWorkers() {}

    /**
     * Marks a worker id as in use.
     *
     * @param namespace whose id
     * @param workerId the id
     * @return ends the use; a second call does nothing
     * @throws ConfigException if it is in use in this process
     */
    static Runnable enter(String namespace, int workerId) {
        Worker worker = new Worker(namespace, workerId);
        if (!LIVE.add(worker)) {
            throw new ConfigException(
                    "worker id " + workerId + " of namespace \"" + namespace
                            + "\" is in use by another generator of this process: share one generator, close the other first, or take another worker id or namespace");
        }
        AtomicBoolean left = new AtomicBoolean();
        return () -> {
            if (left.compareAndSet(false, true)) {
                LIVE.remove(worker);
            }
        };
    }
}
