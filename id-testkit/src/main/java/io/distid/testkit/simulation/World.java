package io.distid.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Virtual time, random numbers, and future events. All of it follows from the seed.
 *
 * <p>There is one thread. A process that waits (parked, or for an answer) calls {@link #runUntil}. All other due events happen
 * meanwhile, further down the same stack, so a wait is the place where other processes interrupt. If these take longer than the wait,
 * the process was scheduled late, as in reality. So locks of the code under test do not exclude each other. A holder's renewal and its
 * release therefore do not overlap here, as if a lock kept them apart. Not safe for use by several threads: a world runs on one.
 */
public final class World {
    /** Nanoseconds of a millisecond. */
    public static final long MILLI = 1_000_000;
    /** Nanoseconds of a second. */
    public static final long SECOND = 1_000 * MILLI;
    /** How many processes may wait while others go on; further due events are late. */
    private static final int DEEPEST = 16;

    private final long seed;
    private final SplittableRandom random;
    private final Plan plan;
    private final Statistics statistics = new Statistics();
    private final IdJudge judge;
    private final Network network;
    private final SimulatedStore store;

    private final boolean verbose;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private boolean calm;
    private long eventsAdded;
    private long steps;
    private int depth;
    /** Events that were due when no more processes could wait. */
    private final List<Event> late = new ArrayList<>();

    private record Event(long at, long order, boolean waits, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    World(long seed, Set<SimulatedFault> faults, Function<World, SimulatedStore> stores, boolean verbose) {
        this.seed = seed;
        this.verbose = verbose;
        this.random = new SplittableRandom(seed);
        this.plan = Plan.draw(random, faults);
        trace("plan %s", plan);
        this.judge = new IdJudge(this);
        this.network = new Network(this);
        this.store = stores.apply(this);
    }

    /**
     * The properties of this world.
     *
     * @return the plan that follows from the seed
     */
    public Plan plan() {
        return plan;
    }

    /**
     * The only source of random numbers.
     *
     * @return the source, to be used in the same order each time
     */
    public SplittableRandom random() {
        return random;
    }

    /**
     * The events so far.
     *
     * @return the counts, to be added to
     */
    public Statistics statistics() {
        return statistics;
    }

    /**
     * The network before the store.
     *
     * @return the only one
     */
    public Network network() {
        return network;
    }

    /**
     * The store that nodes lease from.
     *
     * @return the only one
     */
    public SimulatedStore store() {
        return store;
    }

    IdJudge judge() {
        return judge;
    }

    long seed() {
        return seed;
    }

    /**
     * Creates a clock for a store, as bad as those of the nodes; it does not go back if the world's faults require
     * that.
     *
     * @return a new clock each time
     */
    public HardwareClock storeClock() {
        return new HardwareClock(this, plan.steadyStoreClock());
    }

    /**
     * The true time.
     *
     * @return nanoseconds since the world began
     */
    public long now() {
        return now;
    }

    /** Returns the next number of the store's steps. */
    long nextStep() {
        return ++steps;
    }

    /** The true time, in epoch ms. */
    long trueMillis() {
        return Plan.BEGIN_MILLIS + now / MILLI;
    }

    /**
     * Lets a process go on later; the process may wait itself.
     *
     * @param nanos from now
     * @param action the action then
     */
    public void in(long nanos, Runnable action) {
        events.add(new Event(now + nanos, eventsAdded++, true, action));
    }

    /** Adds an event that does not wait itself. */
    void atOnceIn(long nanos, Runnable action) {
        events.add(new Event(now + nanos, eventsAdded++, false, action));
    }

    /** Runs all events that are due until a time. */
    void runUntil(long until) {
        depth++;
        while (!events.isEmpty() && events.peek().at <= until) {
            Event event = events.poll();
            if (event.waits && depth > DEEPEST) {
                late.add(event);
                continue;
            }
            now = Math.max(now, event.at);
            event.action.run();
            if (depth <= DEEPEST) {
                events.addAll(late);
                late.clear();
            }
        }
        depth--;
        now = Math.max(now, until);
    }

    /** Drops all future events, lets a time pass, and injects no faults any more. */
    void calm(long nanos) {
        events.clear();
        late.clear();
        now += nanos;
        calm = true;
    }

    /** Injects faults again. */
    void trouble() {
        events.clear();
        calm = false;
    }

    boolean troubled() {
        return !calm;
    }

    /**
     * Whether a rare event happens.
     *
     * @param n above 0
     * @return true once in {@code n} times
     */
    public boolean oneIn(int n) {
        return n > 0 && random.nextInt(n) == 0;
    }

    /**
     * Returns a random time: most often short, at times up to the longest.
     *
     * @param longest above 0
     * @return a time from 0 to the longest
     */
    public long skewed(long longest) {
        double chance = random.nextDouble();
        return (long) (longest * chance * chance * chance * chance);
    }

    /**
     * Prints an event, if this world is verbose.
     *
     * @param format as of {@link String#format}
     * @param args its arguments
     */
    public void trace(String format, Object... args) {
        if (verbose) {
            System.out.printf("%12.6f  %s%n", now / 1e9, String.format(format, args));
        }
    }
}
