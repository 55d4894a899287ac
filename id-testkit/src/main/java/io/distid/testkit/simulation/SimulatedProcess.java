package io.distid.testkit.simulation;

import io.distid.testkit.simulation.Statistics.What;
import io.distid.time.Parking;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A process of a node, from its start to its crash, with its view of the node's clock.
 *
 * <p>Whenever it reads the clock, parks or calls the store, other processes may run, and it may be paused or crash right there.
 * Not safe for use by several threads: a world runs on one.
 */
public final class SimulatedProcess implements InstantSource, Parking {
    /** Ends the work of a crashed process; the event of that process catches it. Thrown and caught by one thread: a world runs on one. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
        private static final Crash CRASH = new Crash();

        private Crash() {
            super("crash", null, false, false);
        }
    }

    private final World world;
    private final int node;
    private final String name;
    private final HardwareClock clock;
    private final IdFormat format;
    private boolean alive = true;
    private long pausedUntil;
    private long latestReading = Long.MIN_VALUE;
    private int elapsing;
    private long lastStep;

    SimulatedProcess(World world, int node, int number, HardwareClock clock, IdFormat format) {
        this.world = world;
        this.node = node;
        this.name = "node" + node + "." + number;
        this.clock = clock;
        this.format = format;
    }

    /**
     * The world of the process.
     *
     * @return the world
     */
    public World world() {
        return world;
    }

    /**
     * The node of the process.
     *
     * @return the node's number, from 0; the same for all processes of a node
     */
    public int node() {
        return node;
    }

    /**
     * The name of the process.
     *
     * @return a different name for each process
     */
    public String name() {
        return name;
    }

    /**
     * The layout of this node's ids.
     *
     * @return the world's layout, unless the world has two
     */
    public IdFormat format() {
        return format;
    }

    /**
     * Whether it has not crashed.
     *
     * @return true also while it is paused
     */
    public boolean alive() {
        return alive;
    }

    /**
     * Whether it can run now.
     *
     * @return false while it is paused, and once it has crashed
     */
    public boolean running() {
        return alive && pausedUntil <= world.now();
    }

    long pausedUntil() {
        return pausedUntil;
    }

    /** Whether it is in a call that waits. */
    boolean waiting() {
        return elapsing > 0;
    }

    /** The number of the store's last step that was answered. */
    long lastStep() {
        return lastStep;
    }

    /** Notes that an answer came. */
    void lastStep(long step) {
        lastStep = step;
    }

    void crash() {
        if (!alive) {
            return;
        }
        alive = false;
        world.statistics().count(elapsing > 0 ? What.CRASHED_IN_A_CALL : What.CRASHED);
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, world.now() + nanos);
        world.statistics().count(What.PAUSED);
    }

    /** Lets time pass for this process; if it crashes meanwhile, it ends here. */
    void elapse(long nanos) {
        requireAlive();
        elapsing++;
        try {
            world.runUntil(world.now() + nanos);
            while (alive && pausedUntil > world.now()) {
                world.runUntil(pausedUntil);
            }
        } finally {
            elapsing--;
        }
        requireAlive();
    }

    /** The latest time that the running call has read, in epoch ms. */
    long latestReading() {
        return latestReading;
    }

    /**
     * Notes the beginning or the continuation of a call. Calls of one process may interrupt each other, but the last to
     * begin ends first.
     */
    void latestReading(long reading) {
        latestReading = reading;
    }

    /** {@inheritDoc} */
    @Override
    public long millis() {
        requireAlive();
        long reading = clock.millis();
        latestReading = Math.max(latestReading, reading);
        if (world.troubled()
                && world.plan().has(SimulatedFault.PAUSE)
                && world.oneIn(world.plan().hiccupOneIn())) {
            // Delayed between the reading and its use: mostly for less than a tick, at times past the lease.
            elapse(world.skewed(4 * world.plan().reservation().toNanos()));
        }
        return reading;
    }

    /** {@inheritDoc} */
    @Override
    public Instant instant() {
        requireAlive();
        long nanos = clock.nanos();
        return Instant.ofEpochSecond(nanos / World.SECOND, nanos % World.SECOND);
    }

    /** {@inheritDoc} */
    @Override
    public long nanoTime() {
        return world.now();
    }

    /** {@inheritDoc} */
    @Override
    public void park(long nanos) {
        world.statistics().count(What.WAITED);
        elapse(nanos + world.skewed(20 * World.MILLI));
    }

    private void requireAlive() {
        if (!alive) {
            throw Crash.CRASH;
        }
    }
}
