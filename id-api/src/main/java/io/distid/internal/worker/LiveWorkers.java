package io.distid.internal.worker;

import io.distid.ConfigException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids in use in this process. A second live generator on one of them is refused, and so is a generator of another layout in their
 * namespace. The last stamp of each worker id is remembered for the next generator.
 *
 * <p>The commonest way to repeat ids is a new generator for each call; here it fails on the second call. Two class loaders of a JVM, such as those of
 * two web applications, each have a copy of this class. They share the system properties, so the marks are kept there, too. Leases separate
 * processes. What this class loader has recorded itself stays valid even if somebody replaces or removes properties.
 */
final class LiveWorkers {
    /** The prefix is not {@code distid.}, because settings are looked up there. */
    private static final String LIVE = "io.distid.worker.live:";

    /** The number of uses of a namespace, and their layout. */
    private static final String LAYOUT = "io.distid.worker.layout:";

    /** The last stamp on a worker id. Also the last stamp in a namespace, with a line for each layout. */
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
        /** The token of its marks, so that it removes no other use's marks. */
        private final String token = System.nanoTime() + "-" + USES.incrementAndGet();

        // The marks that lead others of this class loader to this use: see completeEnds.
        private final Marks own = new Marks(OWN, this);
        private final Marks shared = new Marks(System.getProperties(), token);
        /** The marks in properties that replaced the first ones as a copy. */
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
         * Ends the use, with the last tick that it may have stamped; {@link Long#MIN_VALUE} if it stamped none. A second call does nothing, since
         * another use may have the worker id by then. If the first call threw, such as for lack of memory, the second completes it. Until then the id
         * stays in use.
         */
        synchronized void leave(long stamp) {
            if (!left) {
                over = true;
                lastStamp = Math.max(lastStamp, stamp);
                end();
            }
        }

        /** Completes an unfinished end. Returns whether the use is over, whichever thread ended it. */
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
                // Stamped before the id is free.
                stamp(now);
                stamp(shared.map);
                stamp(OWN);
            }
            if (now != shared.map) {
                copyIn(now).remove();
            }
            shared.remove();
            // Removed last, since this mark leads to an unfinished end.
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
            // The mark was copied, and so was the count that includes it.
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

        /** The marks of this use in one map: the worker id in use, and one more in the count of the namespace. */
        private final class Marks {
            private final Map<Object, Object> map;
            private final Object live;
            /**
             * Correct even after a call that threw, except for the first use of a namespace. Its count may then stay, which only refuses other
             * layouts.
             */
            private boolean counted;

            Marks(Map<Object, Object> map, Object live) {
                this.map = map;
                this.live = live;
            }

            /** Throws if a use with a mark there has the worker id, or its namespace with another layout. */
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

            /** Does nothing if they were not made. */
            void remove() {
                if (counted) {
                    map.computeIfPresent(LAYOUT + namespace, new Count(-1));
                    counted = false;
                }
                map.remove(LIVE + name, live);
            }

            /**
             * Counts the uses of a namespace, if they are of this layout. (A class and no lambda, since the first lambda of a JVM costs several ms.)
             */
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
                        // Set here, since a map may throw after it has replaced one count by another. If it has no
                        // count yet, it throws before.
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

    /** Adds a line, or replaces the line of its layout if the stamp is later. */
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

    /** Completes unfinished ends of uses, since nobody else may. Returns whether there was one. */
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
     * The last tick of this process that ids of the worker id must lie above, in epoch ms; {@link Long#MIN_VALUE} if there is none. It covers the
     * stamps on this worker id. It also covers all stamps of other layouts in the namespace, since ids of two layouts can be equal.
     */
    static long lastStamp(String namespace, int workerId, String layout) {
        String name = name(namespace, workerId);
        Properties shared = System.getProperties();
        long own = Math.max(stamp(OWN.get(LAST_STAMP + name)), stamp(shared.getProperty(LAST_STAMP + name)));
        long others = Math.max(
                stampOfOtherLayout(layout, OWN.get(LAST_STAMP + namespace)),
                stampOfOtherLayout(layout, shared.getProperty(LAST_STAMP + namespace)));
        return Math.max(own, others);
    }

    private static long stamp(@Nullable Object known) {
        return known == null ? Long.MIN_VALUE : beforeSpace(known.toString());
    }

    private static long stampOfOtherLayout(String layout, @Nullable Object lines) {
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

    /** The layout at the end of a line. */
    private static String behindSpace(String text) {
        return text.substring(text.indexOf(' ') + 1);
    }

    private static String name(String namespace, int workerId) {
        return namespace + "/" + workerId;
    }
}
