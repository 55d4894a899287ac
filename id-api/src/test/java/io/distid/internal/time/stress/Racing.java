package io.distid.internal.time.stress;

import io.distid.IdException;
import io.distid.internal.time.TickFormat;
import io.distid.internal.time.TickSequencer;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A sequencer of 2 states a tick on a clock that the actors move; those who would wait give up at once. */
final class Racing implements InstantSource, Parking {
    static final TickFormat FORMAT = new TickFormat(0, 1, 41, 1);
    /** What a call that threw returned. */
    static final long NONE = -1;

    final TickSequencer sequencer;
    private volatile long now = 100;

    Racing(long leadMillis) {
        ClockLimits rule = new ClockLimits(Duration.ofMillis(leadMillis), Duration.ZERO, SequenceStart.ZERO);
        sequencer = new TickSequencer(FORMAT, rule, this, StampBound.NONE, this);
    }

    void clock(long millis) {
        now = millis;
    }

    long next() {
        try {
            return sequencer.next();
        } catch (IdException | IllegalStateException e) {
            return NONE;
        }
    }

    /** The first of two states, or none. */
    long claim() {
        try {
            return sequencer.claim(2);
        } catch (IdException | IllegalStateException e) {
            return NONE;
        }
    }

    /** Two calls of one actor in 64 bits: neither changes what the other is judged by. */
    static boolean increase(long first, long second) {
        return first == NONE || second == NONE || second > first;
    }

    static boolean differ(long one, long other) {
        return one == NONE || one != other;
    }

    @Override
    public long millis() {
        return now;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(now);
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public void park(long nanos) {
        Thread.onSpinWait();
    }
}
