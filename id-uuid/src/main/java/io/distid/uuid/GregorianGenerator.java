package io.distid.uuid;

import io.distid.ClockBehindException;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.UuidGenerator;
import io.distid.process.CopyDetector;
import io.distid.process.CopyListener;
import io.distid.spi.CallCounts;
import io.distid.time.SequenceStart;
import io.distid.time.TickFormat;
import io.distid.time.TickSequencer;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What versions 1 and 6 have in common: Gregorian time, clock sequence and node. */
abstract class GregorianGenerator implements UuidGenerator {
    /*
     * Time comes as one strictly increasing state from TickSequencer: 46 bits of Unix ms (until the year 4199) and 13 bits that
     * count within the ms. The count becomes the part of the time below the ms: of its 10,000 steps of 100 ns, 8192 are used, so
     * that a state needs no division.
     *
     * Within a clock sequence of a node the time never repeats, even when the clock is set back; so RFC 9562's
     * rule that the clock sequence changes when times might have been used before bites in three places only: at opening; for
     * version 1, when the clock stands so far back that the lead is used up; and when the process was copied. Version 6 promises an
     * order that a new clock sequence with an earlier time would break, so there callers wait and fail, as the clock rule says,
     * and a copy begins above what the original had reached.
     *
     * A clock sequence that is left is shut first, so that its last time is known and none comes after; ClockSequences keeps that time for
     * whoever gets the clock sequence next.
     *
     * From before a checkpoint until after it the process may be copied at any moment, and hears of it later: what is drawn in between has a clock sequence
     * of its own with each id, and a node of its own if that is random, drawn when the id is. The clock sequence in use is shut then, so that calls
     * come to that by the way that they take when it is left, and an id at any other time costs nothing more. Times go on in one sequencer, and so the order.
     */
    static final int COUNT_BITS = 13;
    static final TickFormat FORMAT = new TickFormat(0, 1, 46, COUNT_BITS);

    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    /** A spent ms alone leads the clock by at most this much more than is allowed; beyond, the clock was set back. */
    private static final Duration SPENT = Duration.ofMillis(2);

    /** A clock sequence of a node, and the source of its times. */
    private record ClockSequence(TickSequencer sequencer, ClockSequences of, int sequence, long low) {}

    private final UuidClock clock;
    private final Node node;
    private final boolean followsClock;
    /** Kept here, since it is held weakly where it is told. */
    private final CopyListener whenCopied = new CopyListener() {
        @Override
        public void beforeCopy() {
            expose();
        }

        @Override
        public void copied() {
            takeAnew();
        }

        @Override
        public void maybeCopied() {
            if (exposed == null) {
                takeAnew();
            }
        }
    };

    /** Of all clock sequences, each of which has a sequencer of its own. */
    private final CallCounts sequencerCounts = new CallCounts();
    /** Not those of the sequencers: a call that one refuses may go on with the next. */
    private final CallCounts failures = new CallCounts();

    private volatile ClockSequence inUse;
    /** The times of ids that have a clock sequence of their own each; null but while the process may be copied at any moment. Written under the lock. */
    private volatile @Nullable TickSequencer exposed;
    /** The last ms of times that are shut and were {@link #exposed}, until a clock sequence above them is in use; under the lock. */
    private long exposedUntil = Long.MIN_VALUE;
    /** Written under the lock. */
    private volatile boolean closed;
    /** Whether the clock sequence was given back; under the lock. */
    private boolean released;

    /** @param followsClock whether a new clock sequence is taken, and time falls, when the clock was set back */
    GregorianGenerator(UuidClock clock, Node node, boolean followsClock) {
        this.clock = clock;
        this.node = node;
        this.followsClock = followsClock;
        ClockSequences of = ClockSequences.of(node);
        this.inUse = start(of, of.take(clock.source().millis()), Long.MIN_VALUE);
    }

    /** To be asked for before anything of a generator is drawn, for {@link #whole}. */
    static int epoch() {
        return CopyDetector.system().epoch();
    }

    /**
     * Has a generator told of copies; once it is whole, since another thread may tell it at once. What it was not told of, since it was being made,
     * is made up for.
     *
     * @param epoch of before its node and clock sequence were drawn
     */
    static <G extends GregorianGenerator> G whole(int epoch, G generator) {
        GregorianGenerator made = generator;
        CopyDetector.system().tell(made.whenCopied);
        try {
            made.missed(epoch);
        } catch (RuntimeException | Error e) {
            // Nobody else can give its clock sequence back.
            made.close();
            throw e;
        }
        return generator;
    }

    /** Does what it would have done if it had been told of copies since an epoch. */
    private synchronized void missed(int epoch) {
        expose();
        if (exposed == null && epoch() != epoch) {
            takeAnew();
        }
    }

    /** The high half for a Gregorian time. */
    abstract long high(long time);

    @Override
    public final UUID nextUuid() {
        while (true) {
            ClockSequence current = inUse;
            try {
                return new UUID(high(time(current.sequencer.next())), current.low);
            } catch (ClockBehindException e) {
                startAnew(current, e);
            } catch (IdException e) {
                throw failures.failed(e);
            } catch (IllegalStateException e) {
                TickSequencer times = goOn(current, e);
                UUID alone = times == null ? null : alone(times);
                if (alone != null) {
                    return alone;
                }
            }
        }
    }

    @Override
    public final void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        // The states go to the upper half of the range; pair by pair, ids then overtake them from below.
        int states = from + (to - from) / 2;
        while (true) {
            ClockSequence current = inUse;
            try {
                current.sequencer.fill(halves, states, to);
                for (int i = from; i < to; i += 2) {
                    halves[i] = high(time(halves[states++]));
                    halves[i + 1] = current.low;
                }
                return;
            } catch (ClockBehindException e) {
                startAnew(current, e);
            } catch (IdException e) {
                throw failures.failed(e);
            } catch (IllegalStateException e) {
                TickSequencer times = goOn(current, e);
                if (times != null && fillAlone(times, halves, from, to)) {
                    return;
                }
            }
        }
    }

    /**
     * The node in the ids. As with one that is given at the opening, what is known of its clock sequences is then kept until the process ends.
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
                    inUse.of.release(inUse.sequence, shut());
                    // Not before: a call after one that failed gives it back.
                    released = true;
                }
            }
        } finally {
            clock.close();
        }
    }

    /** Takes a clock sequence anew, and a node if that is random: the copies have those that this generator had. */
    private synchronized void takeAnew() {
        if (!closed) {
            renew();
        }
    }

    /** A copy of the process may be made at any moment from now on; if that is so. The caller may be told of it late. */
    private synchronized void expose() {
        if (!closed
                && exposed == null
                && CopyDetector.isExposed(CopyDetector.system().epoch())) {
            exposed = sequencer(shut());
        }
    }

    /** Ends the times in use; returns the start of the last ms they were used in. */
    private long shut() {
        long reached = inUse.sequencer.close();
        TickSequencer times = exposed;
        if (times != null) {
            exposedUntil = Math.max(exposedUntil, times.close());
        }
        return Math.max(reached, exposedUntil);
    }

    private void renew() {
        long reached = shut();
        exposed = null;
        inUse.of.jump();
        leave(reached, clock.source().millis(), followsClock ? Long.MIN_VALUE : reached);
        // Not before: if it fails, whoever tries again must begin above them, too.
        exposedUntil = Long.MIN_VALUE;
    }

    /** An id with a clock sequence that no other has; null if its times were shut meanwhile. */
    private @Nullable UUID alone(TickSequencer times) {
        try {
            while (true) {
                long state;
                try {
                    state = times.next();
                } catch (IllegalStateException e) {
                    if (isInUse(times)) {
                        throw e; // the clock's own: to go on would be to meet it again and again
                    }
                    return null;
                }
                long millis = state >>> COUNT_BITS;
                ClockSequences of = node.isRandom() ? ClockSequences.of(Node.random()) : inUse.of;
                of.jump();
                ClockSequences.Taken taken = of.take(millis);
                boolean isFree = taken.usedUntil() < millis;
                of.release(taken.sequence(), isFree ? millis : taken.usedUntil());
                if (isFree) {
                    return new UUID(high(time(state)), of.low(taken.sequence()));
                }
            }
        } catch (ClockBehindException e) {
            followClock(times, e);
            return null;
        } catch (IdException e) {
            throw failures.failed(e);
        }
    }

    /** Whether ids are still drawn by these times. */
    private synchronized boolean isInUse(TickSequencer times) {
        return exposed == times && !closed;
    }

    private boolean fillAlone(TickSequencer times, long[] halves, int from, int to) {
        for (int i = from; i < to; i += 2) {
            UUID id = alone(times);
            if (id == null) {
                return false;
            }
            halves[i] = id.getMostSignificantBits();
            halves[i + 1] = id.getLeastSignificantBits();
        }
        return true;
    }

    private synchronized void followClock(TickSequencer behind, ClockBehindException reason) {
        requireSetBack(reason);
        if (exposed == behind && !closed) {
            behind.close();
            exposed = sequencer(Long.MIN_VALUE);
        }
    }

    /** Goes on only where the clock was set back by more than ids may lead it, and they may follow it; returns how far they may lead it. */
    private long requireSetBack(ClockBehindException reason) {
        long furthest = reason.clockTime().plus(clock.maxLead()).plus(SPENT).toEpochMilli();
        if (!followsClock || reason.idTime().toEpochMilli() <= furthest) {
            throw failures.failed(reason);
        }
        return furthest;
    }

    private synchronized void startAnew(ClockSequence failed, ClockBehindException reason) {
        long furthest = requireSetBack(reason);
        if (inUse == failed && exposed == null && !closed) {
            long usedUntil = leave(failed.sequencer.close(), reason.clockTime().toEpochMilli(), Long.MIN_VALUE);
            if (usedUntil > furthest) {
                throw failures.failed(reason); // so is each other clock sequence
            }
        }
    }

    /**
     * Leaves a clock sequence that is shut for one that begins above {@code from}; returns until when its clock sequence was used. Whatever fails, the one
     * that is in use is held, and no other.
     */
    private long leave(long reached, long now, long from) {
        ClockSequence left = inUse;
        ClockSequences of = node.isRandom() ? ClockSequences.of(Node.random()) : left.of;
        ClockSequences.Taken taken = node.isRandom() ? of.take(now) : of.takeInstead(left.sequence, reached, now);
        boolean isAnother = of != left.of || taken.sequence() != left.sequence;
        boolean isLeft = false;
        try {
            inUse = start(of, taken, from);
            isLeft = true;
        } finally {
            if (isAnother && isLeft) {
                left.of.release(left.sequence, reached);
            } else if (isAnother) {
                of.release(taken.sequence(), taken.usedUntil());
            }
        }
        return taken.usedUntil();
    }

    /**
     * A clock sequence is shut when it is left; whoever was still in it goes on with the next.
     *
     * @return null, or the times of ids that have a clock sequence of their own each
     */
    private synchronized @Nullable TickSequencer goOn(ClockSequence shut, IllegalStateException reason) {
        if (closed) {
            throw reason;
        }
        if (inUse == shut && exposed == null) {
            renew(); // the next was not to be had then
        }
        return exposed;
    }

    private ClockSequence start(ClockSequences of, ClockSequences.Taken taken, long from) {
        TickSequencer sequencer = sequencer(Math.max(taken.usedUntil(), from));
        return new ClockSequence(sequencer, of, taken.sequence(), of.low(taken.sequence()));
    }

    /** Times above one. */
    private TickSequencer sequencer(long usedUntil) {
        return new TickSequencer(
                FORMAT, clock.rule(SequenceStart.ZERO), clock.source(), new UsedUntil(usedUntil), sequencerCounts);
    }

    private static long time(long state) {
        return (state >>> COUNT_BITS) * Gregorian.TICKS_PER_MILLI + (state & COUNT_MASK) + Gregorian.UNIX_EPOCH;
    }
}
