package io.distid.testkit.simulation;

/**
 * A clock that is skewed, drifts, jumps and stands still. It survives the processes that read it. Not safe for use by several
 * threads: a world runs on one.
 */
public final class HardwareClock {
    private final World world;
    private boolean steady;
    private long setAt;
    private double shownThen;
    private double rate = 1;

    HardwareClock(World world, boolean steady) {
        this.world = world;
        this.steady = steady;
        this.shownThen = Double.NEGATIVE_INFINITY;
        jumpTo(anyBeginning());
        drift();
    }

    /**
     * The time that it shows.
     *
     * @return epoch ms
     */
    public long millis() {
        return (long) Math.floor(shown());
    }

    /** The time that it shows, in nanoseconds since 1970. */
    long nanos() {
        double shown = shown();
        long millis = (long) Math.floor(shown);
        return millis * World.MILLI + (long) ((shown - millis) * World.MILLI);
    }

    /** Makes the clock steady: from now on it does not go back. */
    void steady() {
        steady = true;
    }

    void jump() {
        // Mostly small steps back and forth, like those of a daemon that corrects the clock; at times an hour.
        double offset = shown() - Plan.BEGIN_MILLIS - world.now() / 1e6;
        jumpTo(world.oneIn(3) ? anyOffset() : clamp(offset + world.random().nextDouble(-1, 1) * world.skewed(5_000)));
    }

    /** Makes the clock fast or slow, by up to one part in a hundred. */
    void drift() {
        set(shown());
        if (world.plan().has(SimulatedFault.CLOCK)) {
            rate = 1 + (world.random().nextDouble() - 0.5) / 50;
        }
    }

    void stop() {
        set(shown());
        rate = 0;
        world.statistics().count(Statistics.What.CLOCK_STOPPED);
    }

    void setRight() {
        set(Plan.BEGIN_MILLIS + world.now() / 1e6);
        rate = 1;
    }

    /** Makes the clock wrong by some ms from now on. */
    private void jumpTo(double offsetMillis) {
        set(Plan.BEGIN_MILLIS + world.now() / 1e6 + offsetMillis);
        world.statistics().count(Statistics.What.CLOCK_JUMPED);
    }

    private double shown() {
        return shownThen + (world.now() - setAt) * rate / 1e6;
    }

    private void set(double shown) {
        shownThen = steady ? Math.max(shown, shown()) : shown;
        setAt = world.now();
    }

    private double anyBeginning() {
        if (!world.plan().has(SimulatedFault.CLOCK)) {
            return 0;
        }
        return world.oneIn(3) ? anyOffset() : world.skewed(2_000) - 200;
    }

    private double anyOffset() {
        return switch (world.random().nextInt(3)) {
            case 0 -> -Plan.HOUR_MILLIS;
            case 1 -> Plan.HOUR_MILLIS;
            default -> 0;
        };
    }

    private static double clamp(double offset) {
        return Math.max(-Plan.HOUR_MILLIS, Math.min(Plan.HOUR_MILLIS, offset));
    }
}
