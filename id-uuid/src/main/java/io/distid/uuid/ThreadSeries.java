package io.distid.uuid;

import io.distid.internal.thread.ThreadOwned;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.time.TickSequencer;
import java.time.InstantSource;
import java.util.UUID;

/** The ids of one platform thread: its time, its counter, and its random words, so that an id takes one look-up. Not safe for two threads. */
final class ThreadSeries extends ThreadOwned {
    /*
     * The clock rule is TickSequencer's, whose atomic step is of no use to a thread that shares its counter with nobody, and takes as long
     * as the rest of an id beside the clock. So states are claimed from it by the run and counted up here. A run
     * never leaves its tick, and a state of it is issued only while the tick is the clock's or leads it by no more than is allowed: what the
     * sequencer asks of each state. When the clock has moved on, the rest of the run is dropped, as the sequencer drops states that
     * are behind the clock; so each ms starts at random, as it does there, and looks at the clocks of the random words.
     *
     * Up to 128 states in a row share the upper half of their ids, and count in the lower half above the random bits. They are kept in that
     * form, which saves an id some ten instructions.
     */

    /** So long that claims do not show even where ids are drawn by the batch, so short that what is dropped is little of a ms. */
    private static final int RUN = 1 << 13;

    private static final long STEP = 1L << UuidV7.RANDOM_BITS;

    private final WordBlock words;
    private final InstantSource clock;
    /** In ms, which are ticks. */
    private final long maxLead;

    private final TickSequencer sequencer;

    /** Of the states in hand. */
    private long tick;

    private long high;
    /** Of the next state, without random bits. */
    private long low;
    /** Behind the last one with this upper half. */
    private long lowEnd;
    /** The state that {@link #lowEnd} is of. */
    private long highEnd;
    /** One past the last state in hand. */
    private long end;

    ThreadSeries(UuidClock clock, WordBlock words) {
        this.words = words;
        this.clock = clock.source();
        this.maxLead = clock.maxLead().toMillis();
        this.sequencer = UuidV7.sequencer(clock, words::fresh);
    }

    /**
     * The next id.
     *
     * @param now what the clock shows; read by the caller before it looked this object up, since what is read after the clock does
     *     not wait for it
     */
    UUID nextUuid(long now) {
        if (now != tick || low == lowEnd) {
            moveTo(ready(1, now));
        }
        long mine = low;
        low = mine + STEP;
        return new UUID(high, mine | words.next() >>> Long.SIZE - UuidV7.RANDOM_BITS);
    }

    void nextUuids(long[] halves, int from, int to) {
        for (int i = from; i < to; ) {
            int pairs = (to - i) / 2;
            long state = ready(pairs, clock.millis());
            int count = (int) Math.min(pairs, end - state);
            // Before they are written: what an exception leaves in the array is not issued again.
            moveTo(state + count);
            UuidV7.write(state, count, words, halves, i);
            i += 2 * count;
        }
    }

    /** The next state that may be issued now: of those in hand, or of a new run. */
    private long ready(int wanted, long now) {
        long state = highEnd - (lowEnd - low >>> UuidV7.RANDOM_BITS);
        // A coarse clock may be behind the exact one, which is the sequencer's.
        return state != end
                        && (isAllowed(now)
                                || clock instanceof CoarseClock coarse
                                        && isAllowed(coarse.exact().millis()))
                ? state
                : claim(wanted);
    }

    /** Whether states of the tick in hand may be issued when the clock shows this time. */
    private boolean isAllowed(long now) {
        // Unsigned: a difference below 0 says that the clock has moved on.
        return Long.compareUnsigned(tick - now, maxLead) <= 0;
    }

    /** Takes a run, of as many states as are wanted if the tick has them. */
    private long claim(int wanted) {
        long left = (1L << UuidV7.COUNTER_BITS) - UuidV7.FORMAT.sequenceOf(end);
        int count = sequencer.room((int) Math.min(left, Math.max(RUN, wanted)));
        long first = sequencer.claim(count);
        tick = UuidV7.FORMAT.tickOf(first);
        end = first + count;
        return first;
    }

    /** Makes a state of those in hand, or the one behind them, the next. */
    private void moveTo(long state) {
        long same = UuidV7.withSameHigh(state, end);
        high = UuidV7.high(state);
        low = UuidV7.low(state, 0);
        lowEnd = low + same * STEP;
        highEnd = state + same;
    }
}
