package io.distid.internal.worker;

import io.distid.ConfigException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids in use in this process. A second live generator on one of them is refused, and so is a generator of another layout in their
 * namespace. The last stamp of each worker id is remembered for the next generator.
 *
 * <p>The commonest way to repeat ids is a new generator for each call; here it fails on the second call. Two class loaders of a JVM, such as those of
 * two web applications, each have a copy of this class. They share the system properties, so the marks are kept there. Leases separate processes.
 */
final class LiveWorkers {
    /** The prefix is not {@code distid.}, because settings are looked up there. */
    private static final String LIVE = "io.distid.worker.live:";

    /** The number of uses of a namespace, and their layout. */
    private static final String LAYOUT = "io.distid.worker.layout:";

    /** The last stamp on a worker id. Also the last stamp in a namespace, with a line for each layout. */
    private static final String LAST_STAMP = "io.distid.worker.last-stamp:";

    private static final String LINE = "\n";

    /** The marks, and their lock. What this class loader has recorded stays valid if somebody sets other system properties. */
    private static final Properties MARKS = System.getProperties();

    private static final AtomicLong USES = new AtomicLong();

    private LiveWorkers() {}

    /** One use of a worker id, which ends once. */
    static final class Use {
        private final String namespace;
        private final String name;
        private final String layout;
        /** Its mark's value, so that it removes no other use's mark. */
        private final String token = System.nanoTime() + "-" + USES.incrementAndGet();

        private long lastStamp = Long.MIN_VALUE;
        private boolean left;

        private Use(String namespace, String name, String layout) {
            this.namespace = namespace;
            this.name = name;
            this.layout = layout;
        }

        /**
         * Ends the use, with the last tick that it may have stamped; {@link Long#MIN_VALUE} if it stamped none. A second call does nothing, since
         * another use may have the worker id by then. If the first call threw, such as for lack of memory, the second completes it. Until then the id
         * stays in use.
         */
        void leave(long stamp) {
            synchronized (MARKS) {
                if (left) {
                    return;
                }
                lastStamp = Math.max(lastStamp, stamp);
                if (lastStamp != Long.MIN_VALUE) {
                    // Stamped before the id is free.
                    stamp();
                }
                long uses = beforeSpace(MARKS.getProperty(LAYOUT + namespace, "1")) - 1;
                String count = uses + " " + layout;
                left = true;
                if (uses == 0) {
                    MARKS.remove(LAYOUT + namespace);
                } else {
                    MARKS.setProperty(LAYOUT + namespace, count);
                }
                MARKS.remove(LIVE + name, token);
            }
        }

        private void stamp() {
            long later = Math.max(lastStamp, LiveWorkers.stamp(MARKS.getProperty(LAST_STAMP + name)));
            MARKS.setProperty(LAST_STAMP + name, Long.toString(later));
            StringBuilder lines = new StringBuilder();
            long latest = lastStamp;
            for (String line : lines(namespace)) {
                if (behindSpace(line).equals(layout)) {
                    latest = Math.max(latest, beforeSpace(line));
                } else {
                    lines.append(line).append(LINE);
                }
            }
            MARKS.setProperty(
                    LAST_STAMP + namespace,
                    lines.append(latest).append(' ').append(layout).toString());
        }
    }

    /**
     * Marks a worker id as in use.
     *
     * @param layout how ids are made in the namespace, in words
     * @throws ConfigException if it is in use in this process, or its namespace is with another layout
     */
    static Use enter(String namespace, int workerId, String layout) {
        Use use = new Use(namespace, name(namespace, workerId), layout);
        synchronized (MARKS) {
            if (MARKS.containsKey(LIVE + use.name)) {
                throw new ConfigException("worker id " + workerId + " of namespace \"" + namespace
                        + "\" is in use by another generator of this process: share one generator, close the other first,"
                        + " or take another worker id or namespace");
            }
            String uses = MARKS.getProperty(LAYOUT + namespace, "0 " + layout);
            if (!behindSpace(uses).equals(layout)) {
                throw new ConfigException("namespace \"" + namespace
                        + "\" is in use by another generator of this process with layout \"" + behindSpace(uses)
                        + "\", not \"" + layout + "\": ids of two layouts can be equal; take another namespace");
            }
            MARKS.setProperty(LAYOUT + namespace, beforeSpace(uses) + 1 + " " + layout);
            MARKS.setProperty(LIVE + use.name, use.token);
        }
        return use;
    }

    /**
     * The last tick of this process that ids of the worker id must lie above, in epoch ms; {@link Long#MIN_VALUE} if there is none. It covers the
     * stamps on this worker id. It also covers all stamps of other layouts in the namespace, since ids of two layouts can be equal.
     */
    static long lastStamp(String namespace, int workerId, String layout) {
        long latest = stamp(MARKS.getProperty(LAST_STAMP + name(namespace, workerId)));
        for (String line : lines(namespace)) {
            if (!behindSpace(line).equals(layout)) {
                latest = Math.max(latest, beforeSpace(line));
            }
        }
        return latest;
    }

    private static String[] lines(String namespace) {
        String lines = MARKS.getProperty(LAST_STAMP + namespace);
        return lines == null ? new String[0] : lines.split(LINE);
    }

    private static long stamp(@Nullable String known) {
        return known == null ? Long.MIN_VALUE : Long.parseLong(known);
    }

    private static long beforeSpace(String text) {
        int space = text.indexOf(' ');
        return Long.parseLong(space < 0 ? text : text.substring(0, space));
    }

    /** The layout at the end of a line. */
    private static String behindSpace(String text) {
        return text.substring(text.indexOf(' ') + 1);
    }

    private static String name(String namespace, int workerId) {
        return namespace + "/" + workerId;
    }
}
