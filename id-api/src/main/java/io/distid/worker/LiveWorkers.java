package io.distid.worker;

import io.distid.ConfigException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The worker ids of this process: a second live generator on one of them is refused, and the last stamp of each is remembered
 * for the next.
 *
 * <p>A generator made per call instead of once is the commonest way to repeat ids; here it fails on the second call. The class
 * loaders of a JVM (those of two web applications, say) have a copy of this class each, and share the system's properties; processes are
 * kept apart by leases.
 */
final class LiveWorkers {
    /** Not {@code distid.}, under which settings are looked up. */
    private static final String LIVE = "io.distid.worker.live:";

    private static final String LAST_STAMP = "io.distid.worker.last-stamp:";

    private LiveWorkers() {}

    /** One use of a worker id, which ends once. */
    static final class Use {
        private final String name;
        private final AtomicBoolean left = new AtomicBoolean();

        private Use(String name) {
            this.name = name;
        }

        /**
         * Ends the use, with the last tick that it may have stamped; {@link Long#MIN_VALUE} if it stamped none. A second call does
         * nothing: the worker id may be another's by then.
         */
        void leave(long lastStamp) {
            if (!left.compareAndSet(false, true)) {
                return;
            }
            Properties shared = System.getProperties();
            if (lastStamp != Long.MIN_VALUE) {
                // Before the id is free.
                shared.merge(
                        LAST_STAMP + name,
                        Long.toString(lastStamp),
                        (one, two) ->
                                Long.toString(Math.max(Long.parseLong((String) one), Long.parseLong((String) two))));
            }
            shared.remove(LIVE + name);
        }
    }

    /**
     * Marks a worker id as in use.
     *
     * @return to be ended once
     * @throws ConfigException if it is in use in this process
     */
    static Use enter(String namespace, int workerId) {
        String name = name(namespace, workerId);
        if (System.getProperties().putIfAbsent(LIVE + name, "true") != null) {
            throw new ConfigException("worker id " + workerId + " of namespace \"" + namespace
                    + "\" is in use by another generator of this process: share one generator, close the other first,"
                    + " or take another worker id or namespace");
        }
        return new Use(name);
    }

    /** The last tick that was stamped in this process, in epoch ms; {@link Long#MIN_VALUE} if none was. */
    static long lastStamp(String namespace, int workerId) {
        String stamp = System.getProperty(LAST_STAMP + name(namespace, workerId));
        return stamp == null ? Long.MIN_VALUE : Long.parseLong(stamp);
    }

    private static String name(String namespace, int workerId) {
        return namespace + "/" + workerId;
    }
}
