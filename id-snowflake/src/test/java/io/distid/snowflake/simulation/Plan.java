package io.distid.snowflake.simulation;

import io.distid.snowflake.SnowflakeLayout;
import io.distid.time.ClockRule;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * What one world is like: drawn from its seed.
 *
 * @param nodes how many nodes
 * @param pool how many worker ids they share
 * @param layout of all their ids
 * @param rule of all their sequencers
 * @param reservation how far ahead ticks are reserved
 * @param startWait how long opening may wait
 * @param maxAheadMillis how far ahead of its clock the store lets a bound lie
 * @param timeoutNanos how long a call to the store may take
 * @param hiccupOneIn in how many readings of a clock its reader is held up just after
 * @param faultEveryNanos how often something breaks
 */
record Plan(
        int nodes,
        int pool,
        SnowflakeLayout layout,
        ClockRule rule,
        Duration reservation,
        Duration startWait,
        long maxAheadMillis,
        long timeoutNanos,
        int hiccupOneIn,
        long faultEveryNanos) {

    /** What true time is when a world begins. */
    static final long BEGIN_MILLIS = 1_800_000_000_000L;
    /** How long it is troubled. */
    static final long LENGTH_NANOS = 6 * World.SECOND;
    /** How far a clock may be off. */
    static final long HOUR_MILLIS = 3_600_000;

    /** When there is no id left, in epoch ms. */
    long formatEndsMillis() {
        long ticks = (1L << layout.timeBits()) - 1;
        return layout.epoch().toEpochMilli() + ticks * layout.tick().toMillis();
    }

    static Plan draw(SplittableRandom random) {
        int nodes = 2 + random.nextInt(15);
        int pool = 1 + random.nextInt(Math.min(nodes, 8));
        Duration reservation = Duration.ofMillis(200 + random.nextInt(1_200));
        int sequenceBits = new int[] {1, 2, 4, 8, 12}[random.nextInt(5)];
        return new Plan(
                nodes,
                pool,
                layout(random, sequenceBits),
                rule(random, reservation, 1 << sequenceBits),
                reservation,
                Duration.ofMillis(random.nextInt(2_000)),
                random.nextBoolean() ? 600_000 : 4 * HOUR_MILLIS,
                (10 + random.nextInt(300)) * World.MILLI,
                20 + random.nextInt(300),
                World.SECOND / 10 + random.nextLong(World.SECOND));
    }

    private static SnowflakeLayout layout(SplittableRandom random, int sequenceBits) {
        long tick = new int[] {1, 1, 1, 10, 100}[random.nextInt(5)];
        // One world in sixteen sees its format end.
        int timeBits = random.nextInt(16) == 0 ? 63 - 31 - sequenceBits : 41;
        long epoch = timeBits == 41
                ? BEGIN_MILLIS - (random.nextInt(8) == 0 ? HOUR_MILLIS / 2 : 1_000 * HOUR_MILLIS)
                : BEGIN_MILLIS + random.nextLong(LENGTH_NANOS / World.MILLI) - (tick << timeBits);
        int nodeBits = 63 - timeBits - sequenceBits;
        int workerBits = random.nextInt(nodeBits + 1);
        return SnowflakeLayout.of(
                Instant.ofEpochMilli(epoch),
                Duration.ofMillis(tick),
                timeBits,
                nodeBits - workerBits,
                workerBits,
                sequenceBits);
    }

    private static ClockRule rule(SplittableRandom random, Duration reservation, int sequences) {
        SequenceStart leafStart = SequenceStart.random(Math.min(100, sequences), random);
        return switch (random.nextInt(6)) {
            case 0 -> ClockRule.DEFAULT;
            case 1 -> ClockRule.TWITTER;
            case 2 -> new ClockRule(ClockRule.LEAF.maxLead(), ClockRule.LEAF.maxWait(), leafStart);
            case 3 -> new ClockRule(reservation, Duration.ZERO, SequenceStart.ZERO);
            default ->
                new ClockRule(
                        Duration.ofMillis(random.nextLong(reservation.toMillis() + 1)),
                        Duration.ofMillis(random.nextInt(100)),
                        random.nextBoolean() ? SequenceStart.ZERO : leafStart);
        };
    }
}
