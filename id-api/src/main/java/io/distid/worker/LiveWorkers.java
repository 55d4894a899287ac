package io.distid.worker;

import io.distid.ConfigException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids of this process: a second live generator on one of them is refused, and so is one of another layout in their namespace; the last
 * stamp of each is remembered for the next.
 *
 * <p>A generator made per call instead of once is the commonest way to repeat ids; here it fails on the second call. The class
 * loaders of a JVM (those of two web applications, say) have a copy of this class each, and share the system's properties; processes are
 * kept apart by leases. What this class loader knows by itself holds also where somebody else has replaced or removed properties.
 */
final class LiveWorkers {
    /** Not {@code distid.}, under which settings are looked up. */
    private static final String LIVE = "io.distid.worker.live:";

    /** How many uses a namespace has, and their layout. */
    private static final String LAYOUT = "io.distid.worker.layout:";

    /** The last stamp on a worker id; and on any of a namespace, with each layout in a line of its own. */
    private static final String LAST_STAMP = "io.distid.worker.last-stamp:";

    private static final String LINE = "\n";

    private static final Map<Object, Object> OWN = new ConcurrentHashMap<>();
    private static final AtomicLong USES = new AtomicLong();

    private LiveWorkers() {}

    /** One use of a worker id, which ends once. */
    static final class Use {
        private final String namespace;
        private final String name;
        private final String layout;
        private final Properties shared = System.getProperties();
        /** So that it takes away no mark but its own. */
        private final String token = System.nanoTime() + "-" + USES.incrementAndGet();

        private final AtomicBoolean left = new AtomicBoolean();

        private Use(String namespace, int workerId, String layout) {
            this.namespace = namespace;
            this.name = name(namespace, workerId);
            this.layout = layout;
        }

        /**
         * Ends the use, with the last tick that it may have stamped; {@link Long#MIN_VALUE} if it stamped none. A second call does
         * nothing: the worker id may be another's by then.
         */
        void leave(long lastStamp) {
            if (!left.compareAndSet(false, true)) {
                return;
            }
            Properties now = System.getProperties();
            if (lastStamp != Long.MIN_VALUE) {
                // Before the id is free.
                stamp(now, lastStamp);
                stamp(shared, lastStamp);
                stamp(OWN, lastStamp);
            }
            if (now != shared && now.remove(LIVE + name, token)) {
                // The mark was copied, and so the count that has it.
                now.computeIfPresent(LAYOUT + namespace, new Count(layout, -1));
            }
            free(shared);
            free(OWN);
        }

        private void stamp(Map<Object, Object> marks, long lastStamp) {
            marks.merge(LAST_STAMP + name, Long.toString(lastStamp), LATER);
            marks.merge(LAST_STAMP + namespace, lastStamp + " " + layout, OF_EACH_LAYOUT);
        }

        /** Throws if the worker id, or its namespace with another layout, is in use by one that made its mark there, too. */
        private void mark(Map<Object, Object> marks, int workerId) {
            if (marks.putIfAbsent(LIVE + name, token) != null) {
                throw new ConfigException("worker id " + workerId + " of namespace \"" + namespace
                        + "\" is in use by another generator of this process: share one generator, close the other first,"
                        + " or take another worker id or namespace");
            }
            String uses = String.valueOf(marks.compute(LAYOUT + namespace, new Count(layout, 1)));
            if (!behindSpace(uses).equals(layout)) {
                marks.remove(LIVE + name, token);
                throw new ConfigException(
                        "namespace \"" + namespace + "\" is in use by another generator of this process with layout \""
                                + behindSpace(uses) + "\", not \"" + layout
                                + "\": ids of two layouts can be equal; take another namespace");
            }
        }

        private void free(Map<Object, Object> marks) {
            marks.computeIfPresent(LAYOUT + namespace, new Count(layout, -1));
            marks.remove(LIVE + name, token);
        }
    }

    /** Counts the uses of a namespace, if they are of this layout. (Classes, since the first lambda of a JVM costs several ms.) */
    private record Count(String layout, int more) implements BiFunction<Object, Object, @Nullable Object> {
        @Override
        public @Nullable Object apply(Object key, @Nullable Object known) {
            if (known == null) {
                return more + " " + layout;
            }
            String uses = known.toString();
            if (!behindSpace(uses).equals(layout)) {
                return known;
            }
            long count = beforeSpace(uses) + more;
            return count == 0 ? null : count + " " + layout;
        }
    }

    private static final BiFunction<Object, Object, Object> LATER = new BiFunction<>() {
        @Override
        public Object apply(Object one, Object two) {
            return beforeSpace(one.toString()) < beforeSpace(two.toString()) ? two : one;
        }
    };

    /** Adds a line, or puts it in place of that of its layout if it is later. */
    private static final BiFunction<Object, Object, Object> OF_EACH_LAYOUT = new BiFunction<>() {
        @Override
        public Object apply(Object lines, Object added) {
            String latest = added.toString();
            StringBuilder others = new StringBuilder();
            for (String line : lines.toString().split(LINE)) {
                if (behindSpace(line).equals(behindSpace(latest))) {
                    latest = LATER.apply(line, latest).toString();
                } else {
                    others.append(line).append(LINE);
                }
            }
            return others.append(latest).toString();
        }
    };

    /**
     * Marks a worker id as in use.
     *
     * @param layout how ids are made in the namespace, in words
     * @return to be ended once
     * @throws ConfigException if it is in use in this process, or its namespace is with another layout
     */
    static Use enter(String namespace, int workerId, String layout) {
        Use use = new Use(namespace, workerId, layout);
        use.mark(OWN, workerId);
        try {
            use.mark(use.shared, workerId);
        } catch (RuntimeException | Error e) {
            use.shared.remove(LIVE + use.name, use.token);
            use.free(OWN);
            throw e;
        }
        return use;
    }

    /**
     * The last tick of this process that ids of the worker id must lie above, in epoch ms; {@link Long#MIN_VALUE} if there is none: the last that was
     * stamped on it, and on any worker id of the namespace if that was with another layout, whose ids can equal those of this one.
     */
    static long lastStamp(String namespace, int workerId, String layout) {
        String name = name(namespace, workerId);
        Properties shared = System.getProperties();
        long own = Math.max(stamp(OWN.get(LAST_STAMP + name)), stamp(shared.getProperty(LAST_STAMP + name)));
        long others = Math.max(
                stampOfAnother(layout, OWN.get(LAST_STAMP + namespace)),
                stampOfAnother(layout, shared.getProperty(LAST_STAMP + namespace)));
        return Math.max(own, others);
    }

    private static long stamp(@Nullable Object known) {
        return known == null ? Long.MIN_VALUE : beforeSpace(known.toString());
    }

    private static long stampOfAnother(String layout, @Nullable Object lines) {
        long latest = Long.MIN_VALUE;
        for (String line : lines == null ? new String[0] : lines.toString().split(LINE)) {
            if (!behindSpace(line).equals(layout)) {
                latest = Math.max(latest, stamp(line));
            }
        }
        return latest;
    }

    private static long beforeSpace(String text) {
        int space = text.indexOf(' ');
        return Long.parseLong(space < 0 ? text : text.substring(0, space));
    }

    /** The layout, which is the rest of a line. */
    private static String behindSpace(String text) {
        return text.substring(text.indexOf(' ') + 1);
    }

    private static String name(String namespace, int workerId) {
        return namespace + "/" + workerId;
    }
}
