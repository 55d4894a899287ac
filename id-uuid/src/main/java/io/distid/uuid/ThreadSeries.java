package io.distid.uuid;

import io.distid.internal.thread.ThreadOwned;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.time.TickSequencer;
import java.time.InstantSource;
import java.util.UUID;

/** The ids of one platform thread: its time, its counter, and its random words, so that an id takes one look-up. Not safe for two threads. */
final class ThreadSeries extends ThreadOwned {
    /*
     * TickSequencer applies the clock rule. Its atomic step takes as long as the rest of an id without the clock, and is useless where one thread has
     * the counter. So a run of states is claimed from it at once and counted up here. A run never leaves its tick. A state is issued only while its
     * tick is the clock's or leads it within the allowed lead, as the sequencer demands. When the clock moves on, the rest of the run is dropped, as
     * the sequencer drops states behind the clock. So each ms starts at a random count here, too, and the random words look at their clocks.
     *
     * Up to 128 states in a row share the upper half of their ids, and count in the lower half above the random bits. They are kept in that
     * form, which saves an id some ten instructions.
     */

    /** The size of a run: long enough to make claims cheap in batches, and short enough to drop only a small part of a ms. */
    private static final int RUN = 1 << 13;

    private static final long STEP = 1L << UuidV7.RANDOM_BITS;

    private final WordBlock words;
    private final InstantSource clock;
    /** In ms; a tick is 1 ms. */
    private final long maxLead;

    private final TickSequencer sequencer;

    /** The tick of the states in hand. */
    private long tick;

    private long high;
    /** The lower half for the next state, without random bits. */
    private long low;
    /** The lower half after the last one that shares the upper half. */
    private long lowEnd;
    /** The state of {@link #lowEnd}. */
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
     * @param now what the clock shows; the caller reads it before it looks this object up, so that the look-up does not wait for the clock
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
            // Moved before the write: if the write throws, ids that are already in the array are not issued again.
            moveTo(state + count);
            UuidV7.write(state, count, words, halves, i);
            i += 2 * count;
        }
    }

    /** The next state that may be issued now, from the states in hand or from a new run. */
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

    /** Claims a run, with as many states as are wanted if the tick has them. */
    private long claim(int wanted) {
        long left = (1L << UuidV7.COUNTER_BITS) - UuidV7.FORMAT.sequenceOf(end);
        int count = sequencer.room((int) Math.min(left, Math.max(RUN, wanted)));
        long first = sequencer.claim(count);
        tick = UuidV7.FORMAT.tickOf(first);
        end = first + count;
        return first;
    }

    /** Sets the next state: one of the states in hand, or their end. */
    private void moveTo(long state) {
        long same = UuidV7.withSameHigh(state, end);
        high = UuidV7.high(state);
        low = UuidV7.low(state, 0);
        lowEnd = low + same * STEP;
        highEnd = state + same;
    }
}
