package io.distid.testkit.simulation;

import io.distid.BackendException;
import io.distid.testkit.simulation.Statistics.What;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The network between processes and the store. It loses, delays and repeats requests, and delivers some after the caller has
 * given up. Not safe for use by several threads: a world runs on one.
 */
public final class Network {
    private final World world;
    private final Map<Integer, Long> cutUntil = new HashMap<>();
    private long slowUntil;

    /**
     * One atomic step of the store. Called by one thread: a world runs on one.
     *
     * @param <T> the answer
     * @param <E> the failure
     */
    @FunctionalInterface
    public interface Step<T extends @Nullable Object, E extends Exception> {
        /**
         * Carries out the step.
         *
         * @return the store's answer
         * @throws E the store's refusal
         */
        T run() throws E;
    }

    Network(World world) {
        this.world = world;
    }

    /**
     * Makes one round trip. The store carries out the step once, twice, never, or after the caller has given up.
     *
     * @param <T> the store's answer
     * @param <E> the store's refusal
     * @param caller the process that asks and waits
     * @param what names the step, for the trace
     * @param atStore the step of the store, at one moment
     * @return the answer
     * @throws E if the store fails
     * @throws BackendException if no answer comes in time; the step may have been carried out
     */
    public <T extends @Nullable Object, E extends Exception> T call(
            SimulatedProcess caller, String what, Step<T, E> atStore) throws E {
        return call(caller, what, atStore, () -> new BackendException("no answer in time: " + what));
    }

    /**
     * The same, with a driver's error for an answer that does not come.
     *
     * @param <T> the store's answer
     * @param <E> the store's refusal
     * @param <N> the driver's failure
     * @param caller the process that asks and waits
     * @param what names the step, for the trace
     * @param atStore the step of the store, at one moment
     * @param noAnswer the driver's error
     * @return the answer
     * @throws E if the store fails
     * @throws N if no answer comes in time; the step may have been carried out
     */
    public <T extends @Nullable Object, E extends Exception, N extends Exception> T call(
            SimulatedProcess caller, String what, Step<T, E> atStore, Supplier<N> noAnswer) throws E, N {
        boolean cut = !reaches(caller);
        boolean arrives = !cut || world.oneIn(2);
        long there = delay();
        long andBack = there + delay();
        boolean lost = hit(SimulatedFault.ANSWER_LOST);
        boolean answered = arrives && !cut && !lost && andBack <= world.plan().timeoutNanos();
        Answer<T, E> answer = new Answer<>();
        if (arrives) {
            count(lost, What.ANSWER_LOST);
            deliver(caller, what, atStore, answer, there, answered);
            if (hit(SimulatedFault.DELIVERED_TWICE)) {
                boolean heard = answered && world.oneIn(2);
                world.statistics().count(heard ? What.REPEATED_AT_ONCE : What.REPEATED_LATE);
                long again = heard
                        ? there + world.random().nextLong(andBack - there + 1)
                        : andBack + world.skewed(20 * world.plan().reservation().toNanos());
                deliver(caller, what + " again", atStore, heard ? answer : new Answer<>(), again, heard);
            }
        }
        if (!answered) {
            world.statistics().count(What.TIMED_OUT);
            caller.elapse(world.plan().timeoutNanos());
            throw noAnswer.get();
        }
        caller.elapse(andBack);
        caller.lastStep(answer.step);
        return answer.give();
    }

    /**
     * Whether a process gets answers, as far as it can know.
     *
     * @param caller the process
     * @return false while it is cut off
     */
    public boolean reaches(SimulatedProcess caller) {
        return !world.troubled() || cutUntil.getOrDefault(caller.node(), 0L) <= world.now();
    }

    /** Cuts a node from the store; its requests may arrive all the same. */
    void cut(int node, long nanos) {
        cutUntil.merge(node, world.now() + nanos, Math::max);
    }

    /** Makes all calls slow; many take longer than callers wait. */
    void slow(long nanos) {
        slowUntil = Math.max(slowUntil, world.now() + nanos);
    }

    private <T extends @Nullable Object, E extends Exception> void deliver(
            SimulatedProcess caller,
            String what,
            Step<T, E> atStore,
            Answer<T, E> answer,
            long after,
            boolean answered) {
        world.atOnceIn(after, () -> {
            world.trace("store: %s for %s%s", what, caller.name(), answered ? "" : ", who will not know");
            if (after > world.plan().timeoutNanos()) {
                world.statistics().count(What.WRITTEN_AFTER_TIME_OUT);
            }
            answer.take(atStore, world.nextStep());
            world.judge().stored(world.store().bounds());
        });
    }

    private boolean hit(SimulatedFault fault) {
        return world.troubled()
                && world.plan().has(fault)
                && world.oneIn(world.plan().lossOneIn());
    }

    private void count(boolean happened, What what) {
        if (happened) {
            world.statistics().count(what);
        }
    }

    private long delay() {
        if (!world.troubled()) {
            return World.MILLI;
        }
        return slowUntil > world.now()
                ? world.random().nextLong(2 * world.plan().timeoutNanos())
                : 50_000 + world.skewed(world.plan().timeoutNanos());
    }

    /** The store's answer. */
    private static final class Answer<T extends @Nullable Object, E extends Exception> {
        private @Nullable T value;
        private @Nullable Exception error;
        private long step;

        void take(Step<T, E> atStore, long number) {
            step = number;
            value = null;
            error = null;
            try {
                value = atStore.run();
            } catch (Exception e) {
                error = e;
            }
        }

        @SuppressWarnings({"unchecked", "NullAway"})
        T give() throws E {
            if (error instanceof RuntimeException e) {
                throw e;
            }
            if (error != null) {
                // A step throws no other error.
                throw (E) error;
            }
            return value;
        }
    }
}
