package io.distid.uuid;

import io.distid.ClockBehindException;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.UuidGenerator;
import io.distid.internal.CallCounts;
import io.distid.internal.process.CopyDetector;
import io.distid.internal.time.TickFormat;
import io.distid.internal.time.TickSequencer;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What versions 1 and 6 have in common: Gregorian time, clock sequence and node. */
abstract class GregorianGenerator implements UuidGenerator {
    /*
     * A TickSequencer yields one strictly increasing state: 46 bits of Unix ms, until the year 4199, and a 13-bit count within the ms. The count
     * becomes the part of the time below the ms. It uses 8192 of the 10,000 steps of 100 ns, so that a state needs no division.
     *
     * Within a clock sequence of a node the time never repeats, even when the clock is set back. RFC 9562 demands a new clock sequence when times may
     * have been used before. This happens in three places only: at opening, in a copied process, and for version 1 when the clock was set back beyond
     * the lead. Version 6 promises an order that a new clock sequence with an earlier time would break. So its callers wait and fail, as the clock
     * rule says, and a copy begins above the time that the original had reached.
     *
     * A generator shuts a clock sequence before it leaves it, so that its last time is known and no id follows. ClockSequences keeps that time for
     * the next holder of the clock sequence.
     *
     * A clock sequence belongs to the epoch that it was taken in: the first call of a new epoch leaves it. While a checkpoint is made, the process
     * may be copied at any moment. A clock sequence that is taken during that time belongs to no epoch: each id has a clock sequence of its own.
     */
    static final int COUNT_BITS = 13;
    static final TickFormat FORMAT = new TickFormat(0, 1, 46, COUNT_BITS);

    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    /** A spent ms alone leads the clock by at most this much more than is allowed; beyond, the clock was set back. */
    private static final Duration SPENT = Duration.ofMillis(2);

    /** The epoch of a clock sequence for a single id. */
    private static final int NO_EPOCH = -1;

    /** A clock sequence of a node, the source of its times, and the epoch that it was taken in. */
    private record ClockSequence(TickSequencer sequencer, ClockSequences of, int sequence, long low, int epoch) {}

    /** Has no upper bound. Its lower bound is the last time that earlier ids of the clock sequence used. */
    private record UsedUntil(long stampedUntil) implements StampBound {
        @Override
        public long reservedUntil() {
            return NONE.reservedUntil();
        }

        @Override
        public @Nullable IdException failure() {
            return null;
        }
    }

    private final UuidClock clock;
    private final Node node;
    private final boolean followsClock;
    /** Counts the calls of the sequencers of all clock sequences. */
    private final CallCounts sequencerCounts = new CallCounts();
    /** Counts failed calls. The failures of sequencers are not counted: a refused call may succeed with the next sequencer. */
    private final CallCounts failures = new CallCounts();

    private volatile ClockSequence inUse;
    /** Written under the lock. */
    private volatile boolean closed;
    /** Whether the clock sequence was given back; under the lock. */
    private boolean released;

    /**
     * Takes a clock sequence of a node.
     *
     * @param followsClock whether a new clock sequence is taken, and time falls, when the clock was set back
     */
    GregorianGenerator(int epoch, UuidClock clock, Node node, boolean followsClock) {
        this.clock = clock;
        this.node = node;
        this.followsClock = followsClock;
        ClockSequences of = ClockSequences.of(node);
        this.inUse = start(epoch, of, of.take(clock.source().millis()), Long.MIN_VALUE);
    }

    /** The epoch of this process. */
    static int epoch() {
        return CopyDetector.system().epoch();
    }

    /** The high half for a Gregorian time. */
    abstract long high(long time);

    @Override
    public final UUID nextUuid() {
        while (true) {
            ClockSequence current = current();
            try {
                UUID id = new UUID(high(time(current.sequencer.next())), current.low);
                if (!isOver(current)) {
                    return id;
                }
            } catch (ClockBehindException e) {
                takeNewSequence(current, e);
            } catch (IdException e) {
                throw failures.failed(e);
            } catch (IllegalStateException e) {
                renewIfShut(current, e);
            }
        }
    }

    @Override
    public final void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        while (true) {
            // The states go to the upper half of the range. Ids then overwrite them from below, pair by pair.
            int states = from + (to - from) / 2;
            ClockSequence current = current();
            if (current.epoch == NO_EPOCH) {
                fillOneByOne(halves, from, to);
                return;
            }
            try {
                current.sequencer.fill(halves, states, to);
                for (int i = from; i < to; i += 2) {
                    halves[i] = high(time(halves[states++]));
                    halves[i + 1] = current.low;
                }
                if (!isOver(current)) {
                    return;
                }
            } catch (ClockBehindException e) {
                takeNewSequence(current, e);
            } catch (IdException e) {
                throw failures.failed(e);
            } catch (IllegalStateException e) {
                renewIfShut(current, e);
            }
        }
    }

    /**
     * The node in the ids. From this call on, the uses of its clock sequences are kept until the process ends, as for a node given at opening.
     *
     * @return random, unless another was asked for; a random one changes with the clock sequence
     */
    public final Node node() {
        ClockSequence current = inUse;
        current.of.keep();
        return new Node(current.low & (1L << 48) - 1, node.isRandom());
    }

    /**
     * How far the next id's time leads the clock.
     *
     * @return zero, unless the clock was set back or more ids were asked for than a ms holds
     */
    public final Duration lead() {
        return inUse.sequencer.lead();
    }

    @Override
    public final IdStats stats() {
        return inUse.sequencer
                .stats()
                .failures(failures.failures())
                .closed(closed)
                .build();
    }

    @Override
    public final void close() {
        try {
            synchronized (this) {
                closed = true;
                if (!released) {
                    inUse.of.release(inUse.sequence, inUse.sequencer.close());
                    // Set last: if the release fails, a second call of close repeats it.
                    released = true;
                }
            }
        } finally {
            clock.close();
        }
    }

    private void fillOneByOne(long[] halves, int from, int to) {
        for (int i = from; i < to; i += 2) {
            UUID id = nextUuid();
            halves[i] = id.getMostSignificantBits();
            halves[i + 1] = id.getLeastSignificantBits();
        }
    }

    /** The clock sequence of this epoch; one for the caller alone while a checkpoint is made. */
    private ClockSequence current() {
        ClockSequence current = inUse;
        return current.epoch == epoch() ? current : renewed();
    }

    /** Whether a copy of the process may have drawn the same, while the call waited. */
    private static boolean isOver(ClockSequence used) {
        return used.epoch != NO_EPOCH && used.epoch != epoch();
    }

    private synchronized ClockSequence renewed() {
        if (!closed && inUse.epoch != epoch()) {
            renew();
        }
        return inUse;
    }

    /** Takes a new clock sequence, and a new node if the node is random. */
    private void renew() {
        int epoch = epoch();
        long reached = inUse.sequencer.close();
        leave(epoch, reached, clock.source().millis(), followsClock ? Long.MIN_VALUE : reached);
    }

    /**
     * Returns the latest time that a new clock sequence may begin at. Throws the reason if ids must not follow a clock that was set back, or the
     * clock was not set back beyond the lead.
     */
    private long requireSetBack(ClockBehindException reason) {
        long furthest = reason.clockTime().plus(clock.maxLead()).plus(SPENT).toEpochMilli();
        if (!followsClock || reason.idTime().toEpochMilli() <= furthest) {
            throw failures.failed(reason);
        }
        return furthest;
    }

    private synchronized void takeNewSequence(ClockSequence failed, ClockBehindException reason) {
        long furthest = requireSetBack(reason);
        if (inUse == failed && !closed) {
            int epoch = epoch();
            long usedUntil =
                    leave(epoch, failed.sequencer.close(), reason.clockTime().toEpochMilli(), Long.MIN_VALUE);
            if (usedUntil > furthest) {
                throw failures.failed(reason); // every other clock sequence is as far ahead
            }
        }
    }

    /**
     * Replaces a shut clock sequence by another that begins above {@code from}. Returns until when the other was used. If a step fails, the generator
     * holds the clock sequence in use and no other.
     */
    private long leave(int epoch, long reached, long now, long from) {
        ClockSequence left = inUse;
        ClockSequences of = node.isRandom() ? ClockSequences.of(Node.random()) : left.of;
        ClockSequences.Taken taken = node.isRandom() ? of.take(now) : of.takeInstead(left.sequence, reached, now);
        boolean isOtherSequence = of != left.of || taken.sequence() != left.sequence;
        boolean isReplaced = false;
        try {
            inUse = start(epoch, of, taken, from);
            isReplaced = true;
        } finally {
            if (isOtherSequence && isReplaced) {
                left.of.release(left.sequence, reached);
            } else if (isOtherSequence) {
                of.release(taken.sequence(), taken.usedUntil());
            }
        }
        return taken.usedUntil();
    }

    /** Lets a call go on with the next clock sequence after its own was shut. */
    private synchronized void renewIfShut(ClockSequence shut, IllegalStateException reason) {
        if (closed) {
            throw reason;
        }
        if (inUse == shut) {
            renew(); // the thread that shut it got no other
        }
    }

    private ClockSequence start(int epoch, ClockSequences of, ClockSequences.Taken taken, long from) {
        TickSequencer sequencer = new TickSequencer(
                FORMAT,
                clock.rule(SequenceStart.ZERO),
                clock.source(),
                new UsedUntil(Math.max(taken.usedUntil(), from)),
                sequencerCounts);
        int valid = CopyDetector.isExposed(epoch) ? NO_EPOCH : epoch;
        return new ClockSequence(sequencer, of, taken.sequence(), of.low(taken.sequence()), valid);
    }

    private static long time(long state) {
        return (state >>> COUNT_BITS) * Gregorian.TICKS_PER_MILLI + (state & COUNT_MASK) + Gregorian.UNIX_EPOCH;
    }
}
