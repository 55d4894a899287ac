package io.distid.internal.worker;

import io.distid.ConfigException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
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
        /** So that it takes away no mark but its own. */
        private final String token = System.nanoTime() + "-" + USES.incrementAndGet();

        // By which others of this class loader find it: see completeEnds.
        private final Marks own = new Marks(OWN, this);
        private final Marks shared = new Marks(System.getProperties(), token);
        /** In properties that took the place of those that it began with, and are a copy of them. */
        private @Nullable Marks copied;

        private boolean over;
        private long lastStamp = Long.MIN_VALUE;
        private boolean left;

        private Use(String namespace, int workerId, String layout) {
            this.namespace = namespace;
            this.name = name(namespace, workerId);
            this.layout = layout;
        }

        /**
         * Ends the use, with the last tick that it may have stamped; {@link Long#MIN_VALUE} if it stamped none. A second call does
         * nothing: the worker id may be another's by then. But if the first has thrown, such as for lack of memory, it goes on from
         * there; until then the id stays in use.
         */
        synchronized void leave(long stamp) {
            if (!left) {
                over = true;
                lastStamp = Math.max(lastStamp, stamp);
                end();
            }
        }

        /** Goes on with an end that was cut short; whether the use is over, be it that another thread has completed it meanwhile. */
        private synchronized boolean completeEnd() {
            if (over && !left) {
                end();
            }
            return over;
        }

        /** Each step can be repeated. */
        private void end() {
            Properties now = System.getProperties();
            if (lastStamp != Long.MIN_VALUE) {
                // Before the id is free.
                stamp(now);
                stamp(shared.map);
                stamp(OWN);
            }
            if (now != shared.map) {
                copyIn(now).remove();
            }
            shared.remove();
            // Last, since by it an end that was cut short is found.
            own.remove();
            left = true;
        }

        private void stamp(Map<Object, Object> marks) {
            marks.merge(LAST_STAMP + name, Long.toString(lastStamp), LATER);
            marks.merge(LAST_STAMP + namespace, lastStamp + " " + layout, OF_EACH_LAYOUT);
        }

        private Marks copyIn(Properties now) {
            Marks known = copied;
            if (known != null && known.map == now) {
                return known;
            }
            Marks found = new Marks(now, token);
            // The mark was copied, and so the count that has it.
            found.counted = token.equals(now.get(LIVE + name));
            copied = found;
            return found;
        }

        private Use mark(int workerId) {
            try {
                own.make(workerId);
                shared.make(workerId);
            } catch (RuntimeException | Error e) {
                leave(Long.MIN_VALUE);
                throw e;
            }
            return this;
        }

        /** Those of this use in one map: that the worker id is in use, and one more in the count of the namespace. */
        private final class Marks {
            private final Map<Object, Object> map;
            private final Object live;
            /** Known also after a call that has thrown, but for the first use of a namespace: its count may stay then, which refuses other layouts only. */
            private boolean counted;

            Marks(Map<Object, Object> map, Object live) {
                this.map = map;
                this.live = live;
            }

            /** Throws if the worker id, or its namespace with another layout, is in use by one that made its mark there, too. */
            void make(int workerId) {
                if (map.putIfAbsent(LIVE + name, live) != null) {
                    throw new ConfigException("worker id " + workerId + " of namespace \"" + namespace
                            + "\" is in use by another generator of this process: share one generator, close the other first,"
                            + " or take another worker id or namespace");
                }
                String uses = String.valueOf(map.compute(LAYOUT + namespace, new Count(1)));
                counted = behindSpace(uses).equals(layout);
                if (!counted) {
                    throw new ConfigException("namespace \"" + namespace
                            + "\" is in use by another generator of this process with layout \""
                            + behindSpace(uses) + "\", not \"" + layout
                            + "\": ids of two layouts can be equal; take another namespace");
                }
            }

            /** Does nothing where they were not made. */
            void remove() {
                if (counted) {
                    map.computeIfPresent(LAYOUT + namespace, new Count(-1));
                    counted = false;
                }
                map.remove(LIVE + name, live);
            }

            /** Counts the uses of a namespace, if they are of this layout. (A class, since the first lambda of a JVM costs several ms.) */
            private final class Count implements BiFunction<Object, Object, @Nullable Object> {
                private final int more;

                Count(int more) {
                    this.more = more;
                }

                @Override
                public @Nullable Object apply(Object key, @Nullable Object known) {
                    String uses = known == null ? "0 " + layout : known.toString();
                    if (!behindSpace(uses).equals(layout)) {
                        return known;
                    }
                    long count = beforeSpace(uses) + more;
                    Object counting = count == 0 ? null : count + " " + layout;
                    if (known != null) {
                        // Already here: a map may throw after it has put one count in place of another. (Where it has
                        // none yet, before.)
                        counted = more > 0;
                    }
                    return counting;
                }
            }
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
        try {
            return new Use(namespace, workerId, layout).mark(workerId);
        } catch (ConfigException e) {
            if (!completeEnds(namespace)) {
                throw e;
            }
        }
        return new Use(namespace, workerId, layout).mark(workerId);
    }

    /** Goes on with the ends of uses that were cut short, since nobody else may; whether there was one. */
    private static boolean completeEnds(String namespace) {
        boolean any = false;
        for (Object each : OWN.values()) {
            if (each instanceof Use use && use.namespace.equals(namespace)) {
                any |= use.completeEnd();
            }
        }
        return any;
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
