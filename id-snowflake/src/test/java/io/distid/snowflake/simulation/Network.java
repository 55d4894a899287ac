package io.distid.snowflake.simulation;

import io.distid.BackendException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What lies between processes and the store: it loses, delays, and delivers when nobody waits any more. */
final class Network {
    private final World world;
    private final long[] cutUntil;
    private long slowUntil;

    Network(World world) {
        this.world = world;
        this.cutUntil = new long[world.plan.nodes()];
    }

    /** One round trip: done at the store once, not at all, or after the caller gave up. */
    <T> T call(Life caller, String what, Supplier<T> atStore) {
        boolean cut = world.troubled() && cutUntil[caller.node] > world.now();
        boolean arrives = !cut || world.oneIn(2);
        long there = delay();
        long andBack = there + delay();
        boolean answered = arrives && !cut && andBack <= world.plan.timeoutNanos();
        Answer<T> answer = new Answer<>();
        if (arrives) {
            world.atOnceIn(there, () -> {
                world.trace("store: %s for %s%s", what, caller.name, answered ? "" : ", who will not know");
                if (there > world.plan.timeoutNanos()) {
                    world.statistics.count(Statistics.What.WRITTEN_AFTER_TIME_OUT);
                }
                answer.take(atStore);
            });
        }
        if (!answered) {
            world.statistics.count(Statistics.What.TIMED_OUT);
            caller.elapse(world.plan.timeoutNanos());
            throw new BackendException("no answer in time: " + what);
        }
        caller.elapse(andBack);
        return answer.give();
    }

    /** One node does not reach the store; what it sends may arrive all the same. */
    void cut(int node, long nanos) {
        cutUntil[node] = Math.max(cutUntil[node], world.now() + nanos);
    }

    /** All calls are slow, many longer than callers wait. */
    void slow(long nanos) {
        slowUntil = Math.max(slowUntil, world.now() + nanos);
    }

    private long delay() {
        if (!world.troubled()) {
            return World.MILLI;
        }
        return slowUntil > world.now()
                ? world.random.nextLong(2 * world.plan.timeoutNanos())
                : 50_000 + world.skewed(world.plan.timeoutNanos());
    }

    /** What the store said. */
    private static final class Answer<T> {
        private @Nullable T value;
        private @Nullable RuntimeException error;

        void take(Supplier<T> atStore) {
            try {
                value = atStore.get();
            } catch (RuntimeException e) {
                error = e;
            }
        }

        T give() {
            if (error != null) {
                throw error;
            }
            if (value == null) {
                throw new AssertionError("answered before it was asked");
            }
            return value;
        }
    }
}
