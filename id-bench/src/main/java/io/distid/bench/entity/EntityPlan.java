package io.distid.bench.entity;

import java.time.Duration;

/**
 * How many entities are inserted for each way to make their ids. Immutable.
 *
 * @param rows the counted rows of each round; 0 to measure nothing
 * @param rounds how often all ways are measured in turn
 */
public record EntityPlan(int rows, int rounds) {
    /** Shows that it runs. */
    public static final EntityPlan TINY = new EntityPlan(500, 1);

    /** Some 20 s for all. */
    public static final EntityPlan QUICK = new EntityPlan(10_000, 3);

    /** Enough that a session factory's first statements do not matter. */
    public static final EntityPlan FULL = new EntityPlan(100_000, 3);

    /** The estimated time of a row, including identity columns. */
    private static final Duration ROW = Duration.ofNanos(60_000);

    private static final Duration OPENING = Duration.ofMillis(700);

    /** The same with other rows: at least a thousand. */
    public EntityPlan shortened(double part) {
        return new EntityPlan((int) Math.max(1, Math.round(rows * part / 1000)) * 1000, rounds);
    }

    /** About how long one way takes: over all rounds, with its session factory. */
    public Duration estimate() {
        return OPENING.plus(ROW.multipliedBy((long) rows * (rounds + 1)));
    }
}
