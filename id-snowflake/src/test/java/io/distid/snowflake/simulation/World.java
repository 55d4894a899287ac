package io.distid.snowflake.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Virtual time, chance, and the events to come. All of it follows from the seed.
 *
 * <p>There is one thread. Whoever has to wait (parked, or for an answer) calls {@link #runUntil}, and whatever else is due
 * happens meanwhile, further down the same stack: so a wait is where one process is interrupted by the others. If those take
 * longer than the wait, the waiter was scheduled late, as in life.
 */
final class World {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    /** How many processes may wait while others go on; those who are due then are late. */
    private static final int DEEPEST = 16;

    final long seed;
    final SplittableRandom random;
    final Plan plan;
    final Statistics statistics = new Statistics();

    private final boolean verbose;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private boolean calm;
    private long eventsAdded;
    private int depth;
    /** Who were due when no more could wait. */
    private final List<Event> late = new ArrayList<>();

    private record Event(long at, long order, boolean waits, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    World(long seed, boolean verbose) {
        this.seed = seed;
        this.verbose = verbose;
        this.random = new SplittableRandom(seed);
        this.plan = Plan.draw(random);
        trace("plan %s", plan);
    }

    /** True time, in nanoseconds since the world began. */
    long now() {
        return now;
    }

    /** A process goes on; it may wait itself. */
    void in(long nanos, Runnable action) {
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

    boolean troubled() {
        return !calm;
    }

    boolean oneIn(int n) {
        return n > 0 && random.nextInt(n) == 0;
    }

    /** Most often short, at times up to the longest. */
    long skewed(long longest) {
        double chance = random.nextDouble();
        return (long) (longest * chance * chance * chance * chance);
    }

    void trace(String format, Object... args) {
        if (verbose) {
            System.out.printf("%12.6f  %s%n", now / 1e9, String.format(format, args));
        }
    }
}
