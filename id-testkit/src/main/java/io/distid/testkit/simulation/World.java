package io.distid.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Virtual time, chance, and the events to come. All of it follows from the seed.
 *
 * <p>There is one thread. Whoever has to wait (parked, or for an answer) calls {@link #runUntil}, and whatever else is due
 * happens meanwhile, further down the same stack: so a wait is where one process is interrupted by the others. If those take
 * longer than the wait, the waiter was scheduled late, as in life. Locks of the code under test therefore keep nobody out; so a holder's
 * renewal and its release do not overlap here, as they do not where a lock keeps them apart. Not safe for use by several
 * threads: a world runs on one.
 */
public final class World {
    /** Nanoseconds of a millisecond. */
    public static final long MILLI = 1_000_000;
    /** Nanoseconds of a second. */
    public static final long SECOND = 1_000 * MILLI;
    /** How many processes may wait while others go on; those who are due then are late. */
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
    /** Who were due when no more could wait. */
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
     * What this world is like.
     *
     * @return drawn from the seed
     */
    public Plan plan() {
        return plan;
    }

    /**
     * The one source of chance.
     *
     * @return to be drawn from in the same order each time
     */
    public SplittableRandom random() {
        return random;
    }

    /**
     * What happened so far.
     *
     * @return to be added to
     */
    public Statistics statistics() {
        return statistics;
    }

    /**
     * What lies before the store.
     *
     * @return the only one
     */
    public Network network() {
        return network;
    }

    /**
     * What the nodes lease from.
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
     * A clock as bad as those of the nodes, for a store; it does not go back where the world's faults rest on that.
     *
     * @return another one each time
     */
    public HardwareClock storeClock() {
        return new HardwareClock(this, plan.steadyStoreClock());
    }

    /**
     * True time.
     *
     * @return nanoseconds since the world began
     */
    public long now() {
        return now;
    }

    /** Numbers what the store does. */
    long nextStep() {
        return ++steps;
    }

    /** True time, in epoch ms. */
    long trueMillis() {
        return Plan.BEGIN_MILLIS + now / MILLI;
    }

    /**
     * A process goes on later; it may wait itself.
     *
     * @param nanos from now
     * @param action what it does then
     */
    public void in(long nanos, Runnable action) {
        events.add(new Event(now + nanos, eventsAdded++, true, action));
    }

    /** Something happens that waits for nothing. */
    void atOnceIn(long nanos, Runnable action) {
        events.add(new Event(now + nanos, eventsAdded++, false, action));
    }

    /** Lets everything happen that is due until then. */
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

    /** Nothing that was to come will come, a long time passes, and then nothing breaks any more. */
    void calm(long nanos) {
        events.clear();
        late.clear();
        now += nanos;
        calm = true;
    }

    /** Things break again. */
    void trouble() {
        events.clear();
        calm = false;
    }

    boolean troubled() {
        return !calm;
    }

    /**
     * Whether something rare happens.
     *
     * @param n above 0
     * @return true once in so many times
     */
    public boolean oneIn(int n) {
        return n > 0 && random.nextInt(n) == 0;
    }

    /**
     * Most often short, at times up to the longest.
     *
     * @param longest above 0
     * @return from 0 to that
     */
    public long skewed(long longest) {
        double chance = random.nextDouble();
        return (long) (longest * chance * chance * chance * chance);
    }

    /**
     * Prints what happens, if this world is verbose.
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
