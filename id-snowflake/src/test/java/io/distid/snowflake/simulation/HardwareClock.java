package io.distid.snowflake.simulation;

/** A clock that is skewed, drifts, jumps and stands still. It survives the processes that read it. */
final class HardwareClock {
    private final World world;
    private long setAt;
    private double shownThen;
    private double rate = 1;

    HardwareClock(World world) {
        this.world = world;
        jumpTo(world.oneIn(3) ? anyOffset() : world.skewed(2_000) - 200);
        drift();
    }

    /** What it shows, in epoch ms. */
    long millis() {
        return (long) Math.floor(shown());
    }

    /** What it shows, in nanoseconds since 1970. */
    long nanos() {
        double shown = shown();
        long millis = (long) Math.floor(shown);
        return millis * World.MILLI + (long) ((shown - millis) * World.MILLI);
    }

    /** It is wrong by that many ms from now on. */
    void jumpTo(double offsetMillis) {
        set(Plan.BEGIN_MILLIS + world.now() / 1e6 + offsetMillis);
        world.statistics.count(Statistics.What.CLOCK_JUMPED);
    }

    void jump() {
        // Mostly small steps back and forth, as of a daemon that corrects it; at times an hour.
        double offset = shown() - Plan.BEGIN_MILLIS - world.now() / 1e6;
        jumpTo(world.oneIn(3) ? anyOffset() : clamp(offset + world.random.nextDouble(-1, 1) * world.skewed(5_000)));
    }

    /** Up to one part in a hundred fast or slow. */
    void drift() {
        set(shown());
        rate = 1 + (world.random.nextDouble() - 0.5) / 50;
    }

    void stop() {
        set(shown());
        rate = 0;
        world.statistics.count(Statistics.What.CLOCK_STOPPED);
    }

    void mend() {
        rate = 1;
        set(Plan.BEGIN_MILLIS + world.now() / 1e6);
    }

    private double shown() {
        return shownThen + (world.now() - setAt) * rate / 1e6;
    }

    private void set(double shown) {
        shownThen = shown;
        setAt = world.now();
    }

    private double anyOffset() {
        return switch (world.random.nextInt(3)) {
            case 0 -> -Plan.HOUR_MILLIS;
            case 1 -> Plan.HOUR_MILLIS;
            default -> 0;
        };
    }

    private static double clamp(double offset) {
        return Math.max(-Plan.HOUR_MILLIS, Math.min(Plan.HOUR_MILLIS, offset));
    }
}
