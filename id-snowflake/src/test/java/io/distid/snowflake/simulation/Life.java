package io.distid.snowflake.simulation;

import io.distid.time.Parking;
import java.time.Instant;
import java.time.InstantSource;

/**
 * One life of a node: a process from its start to its crash, with the node's clock as it sees it.
 *
 * <p>Whenever it reads the clock, parks or calls the store, others may run, and it may be paused or crash right there.
 */
final class Life implements InstantSource, Parking {
    /** Ends whatever a crashed process was doing. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
        private static final Crash CRASH = new Crash();

        private Crash() {
            super("crash", null, false, false);
        }
    }

    final World world;
    final int node;
    final String name;
    private final HardwareClock clock;
    private boolean alive = true;
    private long pausedUntil;
    private long latestReading = Long.MIN_VALUE;
    private int elapsing;

    Life(World world, int node, int number, HardwareClock clock) {
        this.world = world;
        this.node = node;
        this.name = "node" + node + "." + number;
        this.clock = clock;
    }

    boolean alive() {
        return alive;
    }

    boolean running() {
        return alive && pausedUntil <= world.now();
    }

    long pausedUntil() {
        return pausedUntil;
    }

    void crash() {
        if (!alive) {
            return;
        }
        alive = false;
        world.statistics.count(elapsing > 0 ? Statistics.What.CRASHED_IN_A_CALL : Statistics.What.CRASHED);
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, world.now() + nanos);
        world.statistics.count(Statistics.What.PAUSED);
    }

    /** Time passes for this process; if it crashes meanwhile, this is where it ends. */
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

    /** The latest time that the clock showed to the call under way, in epoch ms. */
    long latestReading() {
        return latestReading;
    }

    /** A call begins or goes on; calls of one process may interrupt each other, but the last to begin ends first. */
    void latestReading(long reading) {
        latestReading = reading;
    }

    @Override
    public long millis() {
        requireAlive();
        long reading = clock.millis();
        latestReading = Math.max(latestReading, reading);
        if (world.troubled() && world.oneIn(world.plan.hiccupOneIn())) {
            // Held up between the reading and what is done with it: mostly for less than a tick, at times past the
            // lease.
            elapse(world.skewed(4 * world.plan.reservation().toNanos()));
        }
        return reading;
    }

    @Override
    public Instant instant() {
        requireAlive();
        long nanos = clock.nanos();
        return Instant.ofEpochSecond(nanos / World.SECOND, nanos % World.SECOND);
    }

    @Override
    public long nanoTime() {
        return world.now();
    }

    @Override
    public void park(long nanos) {
        world.statistics.count(Statistics.What.WAITED);
        elapse(nanos + world.skewed(20 * World.MILLI));
    }

    private void requireAlive() {
        if (!alive) {
            throw Crash.CRASH;
        }
    }
}
