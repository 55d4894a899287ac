package io.distid.testkit.simulation;

import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The properties of one world, which follow from its seed. Immutable.
 *
 * @param faults the faults that happen in it
 * @param nodes how many nodes
 * @param pool how many worker ids they share
 * @param format the layout of all their ids
 * @param rule the rule of all their sequencers
 * @param reservation how far ahead ticks are reserved
 * @param startWait how long opening may wait
 * @param maxAhead how far the store lets a holder's clock be ahead of its own
 * @param aged whether the namespace was created long before
 * @param timeoutNanos how long a call to the store may take
 * @param hiccupOneIn how many readings of a clock there are for each reader that is delayed just after
 * @param lossOneIn how many calls there are for each {@link SimulatedFault#ANSWER_LOST} or
 *     {@link SimulatedFault#DELIVERED_TWICE}
 * @param faultEveryNanos how often something breaks
 */
public record Plan(
        Set<SimulatedFault> faults,
        int nodes,
        int pool,
        IdFormat format,
        ClockLimits rule,
        Duration reservation,
        Duration startWait,
        Duration maxAhead,
        boolean aged,
        long timeoutNanos,
        int hiccupOneIn,
        int lossOneIn,
        long faultEveryNanos) {

    /** The true time at the beginning of a world, in epoch ms. */
    static final long BEGIN_MILLIS = 1_800_000_000_000L;
    /** How long faults are injected. */
    static final long LENGTH_NANOS = 6 * World.SECOND;
    /** How far a clock may be off. */
    static final long HOUR_MILLIS = 3_600_000;

    /**
     * Whether something happens in this world.
     *
     * @param fault the fault in question
     * @return whether the seed has chosen it
     */
    public boolean has(SimulatedFault fault) {
        return faults.contains(fault);
    }

    /** Whether the proof requires a store's clock that does not go back, since only that clock shows what was lost. */
    boolean steadyStoreClock() {
        return has(SimulatedFault.WIPED) || has(SimulatedFault.RECORD_LOST);
    }

    static Plan draw(SplittableRandom random, Set<SimulatedFault> allowed) {
        int nodes = 2 + random.nextInt(15);
        int pool = 1 + random.nextInt(Math.min(nodes, 8));
        Duration reservation = Duration.ofMillis(200 + random.nextInt(1_200));
        int sequenceBits = new int[] {1, 2, 4, 8, 12}[random.nextInt(5)];
        return new Plan(
                faults(random, allowed),
                nodes,
                pool,
                format(random, sequenceBits),
                rule(random, reservation, 1 << sequenceBits),
                reservation,
                Duration.ofMillis(random.nextInt(3_000)),
                Duration.ofMillis(
                        switch (random.nextInt(5)) {
                            case 0 -> 600_000;
                            case 1 -> 4 * HOUR_MILLIS;
                            default -> random.nextInt(1_500);
                        }),
                random.nextInt(4) > 0,
                (10 + random.nextInt(300)) * World.MILLI,
                20 + random.nextInt(300),
                5 + random.nextInt(40),
                World.SECOND / 10 + random.nextLong(World.SECOND));
    }

    /** Returns the faults that every world has, and about half of the others; all others if there are at most two. */
    private static Set<SimulatedFault> faults(SplittableRandom random, Set<SimulatedFault> allowed) {
        Set<SimulatedFault> drawn = EnumSet.noneOf(SimulatedFault.class);
        boolean few = allowed.stream()
                        .filter(fault -> !SimulatedFault.troubles().contains(fault))
                        .count()
                <= 2;
        for (SimulatedFault fault : SimulatedFault.values()) {
            boolean chosen = random.nextBoolean();
            if (allowed.contains(fault)
                    && (few || chosen || SimulatedFault.troubles().contains(fault))) {
                drawn.add(fault);
            }
        }
        return drawn;
    }

    private static IdFormat format(SplittableRandom random, int sequenceBits) {
        long tick = new int[] {1, 1, 1, 10, 100}[random.nextInt(5)];
        // One world in sixteen sees its format end.
        int timeBits = random.nextInt(16) == 0 ? 63 - 31 - sequenceBits : 41;
        long epoch = timeBits == 41
                ? BEGIN_MILLIS - (random.nextInt(8) == 0 ? HOUR_MILLIS / 2 : 1_000 * HOUR_MILLIS)
                : BEGIN_MILLIS + random.nextLong(LENGTH_NANOS / World.MILLI) - (tick << timeBits);
        return new IdFormat(epoch, tick, timeBits, 63 - timeBits - sequenceBits, sequenceBits);
    }

    private static ClockLimits rule(SplittableRandom random, Duration reservation, int sequences) {
        // The start is below half of the sequences, since another layout may have one bit less.
        SequenceStart leafStart = SequenceStart.random(Math.max(1, Math.min(100, sequences / 2)), random);
        return switch (random.nextInt(6)) {
            case 0 -> ClockLimits.WAIT;
            case 1 -> ClockLimits.TWITTER;
            case 2 -> new ClockLimits(ClockLimits.LEAF.maxLead(), ClockLimits.LEAF.maxWait(), leafStart);
            case 3 -> new ClockLimits(reservation, Duration.ZERO, SequenceStart.ZERO);
            default ->
                new ClockLimits(
                        Duration.ofMillis(random.nextLong(reservation.toMillis() + 1)),
                        Duration.ofMillis(random.nextInt(100)),
                        random.nextBoolean() ? SequenceStart.ZERO : leafStart);
        };
    }
}
