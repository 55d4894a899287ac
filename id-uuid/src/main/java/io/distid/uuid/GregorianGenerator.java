package io.distid.uuid;

import io.distid.ClockBehindException;
import io.distid.UuidGenerator;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import io.distid.time.TickFormat;
import io.distid.time.TickSequencer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;

/** What versions 1 and 6 have in common: Gregorian time, clock sequence and node. */
abstract class GregorianGenerator implements UuidGenerator {
    /*
     * Time comes as one strictly increasing state from TickSequencer: 46 bits of Unix ms (until the year 4199) and 13 bits that
     * count within the ms. The count becomes the part of the time below the ms: of its 10,000 steps of 100 ns, 8192 are used, so
     * that a state needs no division.
     *
     * Within a series of ids (one clock sequence, one node) the time never repeats, even when the clock is set back; so RFC 9562's
     * rule that the clock sequence changes when times might have been used before bites in two places only: at opening, and, for
     * version 1, when the clock stands so far back that the lead is used up. Version 6 promises an order that a new clock
     * sequence with an earlier time would break, so there callers wait and fail, as the clock rule says.
     */
    static final int COUNT_BITS = 13;
    static final TickFormat FORMAT = new TickFormat(0, 1, 46, COUNT_BITS);

    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    /** A spent ms alone leads the clock by at most this much more than is allowed; beyond, the clock was set back. */
    private static final Duration SPENT = Duration.ofMillis(2);

    /** Ids of one clock sequence and node. */
    private record Series(TickSequencer sequencer, long low) {}

    private final UuidClock clock;
    private final Node node;
    private final boolean followsClock;
    private final SecureRandom random = new SecureRandom();
    private volatile Series series;
    private boolean closed;

    /** @param followsClock whether a new clock sequence is taken, and time falls, when the clock was set back */
    GregorianGenerator(UuidClock clock, Node node, boolean followsClock) {
        this.clock = clock;
        this.node = node;
        this.followsClock = followsClock;
        this.series = start(node);
    }

    /** The high half for a Gregorian time. */
    abstract long high(long time);

    @Override
    public final UUID nextUuid() {
        while (true) {
            Series current = series;
            try {
                return new UUID(high(time(current.sequencer.next())), current.low);
            } catch (ClockBehindException e) {
                startAnew(current, e);
            }
        }
    }

    @Override
    public final void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        // The states go to the upper half of the range; pair by pair, ids then overtake them from below.
        int states = from + (to - from) / 2;
        while (true) {
            Series current = series;
            try {
                current.sequencer.fill(halves, states, to);
                for (int i = from; i < to; i += 2) {
                    halves[i] = high(time(halves[states++]));
                    halves[i + 1] = current.low;
                }
                return;
            } catch (ClockBehindException e) {
                startAnew(current, e);
            }
        }
    }

    /**
     * The node in the ids.
     *
     * @return random, unless another was asked for; a random one changes with the clock sequence
     */
    public final Node node() {
        return new Node(series.low & (1L << 48) - 1, node.isRandom());
    }

    /**
     * How far the next id's time leads the clock.
     *
     * @return zero, unless the clock was set back or more ids were asked for than a ms holds
     */
    public final Duration lead() {
        return series.sequencer.lead();
    }

    @Override
    public final void close() {
        synchronized (this) {
            closed = true;
            series.sequencer.close();
        }
        clock.close();
    }

    private synchronized void startAnew(Series failed, ClockBehindException reason) {
        Duration ahead = Duration.between(reason.clockTime(), reason.idTime());
        if (!followsClock || ahead.compareTo(clock.maxLead().plus(SPENT)) <= 0) {
            throw reason;
        }
        if (series == failed && !closed) {
            series = start(node.isRandom() ? Node.random(random) : node);
        }
    }

    private Series start(Node of) {
        TickSequencer sequencer =
                new TickSequencer(FORMAT, clock.rule(SequenceStart.ZERO), clock.source(), StampBound.NONE);
        return new Series(sequencer, ClockSequences.low(of, random));
    }

    private static long time(long state) {
        return (state >>> COUNT_BITS) * Gregorian.TICKS_PER_MILLI + (state & COUNT_MASK) + Gregorian.UNIX_EPOCH;
    }
}
