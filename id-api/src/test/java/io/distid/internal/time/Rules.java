package io.distid.internal.time;

import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import java.time.Duration;

/** Short names for what the tests take. */
final class Rules {
    /** Tick 0 of {@link #SMALL}. */
    static final long EPOCH = 1_000_000;
    /** 4 states a tick of 1 ms. */
    static final TickFormat SMALL = new TickFormat(EPOCH, 1, 41, 2);
    /** Snowflake's 4096 states a tick of 1 ms. */
    static final TickFormat WIDE = new TickFormat(EPOCH, 1, 41, 12);

    private Rules() {}

    static ClockLimits rule(long leadMillis, long waitMillis) {
        return new ClockLimits(Duration.ofMillis(leadMillis), Duration.ofMillis(waitMillis), SequenceStart.ZERO);
    }

    static TickSequencer sequencer(TickFormat format, ClockLimits rule, VirtualTime time) {
        return new TickSequencer(format, rule, time, StampBound.NONE, time);
    }

    static TickSequencer sequencer(TickFormat format, ClockLimits rule, VirtualTime time, StampBound bound) {
        return new TickSequencer(format, rule, time, bound, time);
    }

    /** The state of a tick and sequence of {@link #SMALL}. */
    static long small(long tick, int sequence) {
        return tick << 2 | sequence;
    }
}
