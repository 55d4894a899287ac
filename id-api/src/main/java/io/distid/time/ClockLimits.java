package io.distid.time;

import io.distid.ConfigException;
import java.time.Duration;
import java.util.Objects;

/**
 * What {@code TickSequencer} does when the next id's tick leads the clock. Either the sequence is spent, or the clock was set back.
 *
 * <p>The known systems differ only in these three figures; see the constants. Immutable.
 *
 * @param maxLead how far an id's tick may lead the clock; counted in whole ticks, rounded down
 * @param maxWait how long a caller may wait beyond that; if the wait is known to be longer, it fails at once
 * @param sequenceStart the sequence that a new tick starts with
 */
public record ClockLimits(Duration maxLead, Duration maxWait, SequenceStart sequenceStart) {

    /** A century, which is practically for ever, and its nanoseconds fit into 64 bits. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** No lead; a caller waits up to a second for the clock. The default of Snowflake and Sonyflake. */
    public static final ClockLimits WAIT = new ClockLimits(Duration.ZERO, Duration.ofSeconds(1), SequenceStart.ZERO);

    /**
     * Twitter's Snowflake of 2010: a spent sequence is waited out to the next ms, a clock set back is an error at once. A clock set back by exactly 1
     * ms looks like a spent sequence, so it is waited out, too. For ticks of 1 ms; for longer ticks see {@link #forTick(Duration)}.
     *
     * @see <a href="https://github.com/twitter-archive/snowflake/tree/snowflake-2010">Twitter's Snowflake, 2010</a>
     */
    public static final ClockLimits TWITTER = new ClockLimits(Duration.ZERO, Duration.ofMillis(1), SequenceStart.ZERO);

    /**
     * Meituan Leaf's: a clock at most 5 ms behind is waited out, more is an error; a tick starts at random below 100.
     *
     * @see <a href="https://github.com/Meituan-Dianping/Leaf">Leaf</a>
     */
    public static final ClockLimits LEAF =
            new ClockLimits(Duration.ZERO, Duration.ofMillis(5), SequenceStart.random(100));

    /**
     * Sonyflake's rule with limits. Ids go on while the clock is up to 2 s behind. A clock further behind is waited for up to a second; more is an
     * error. The original goes on for the rest of its tick, and then sleeps for as long as the step back was. A burst may lead the clock by the same
     * 2 s.
     *
     * @see <a href="https://github.com/sony/sonyflake">Sonyflake</a>
     */
    public static final ClockLimits SONYFLAKE =
            new ClockLimits(Duration.ofSeconds(2), Duration.ofSeconds(1), SequenceStart.ZERO);

    /**
     * Checks the figures.
     *
     * @throws ConfigException if a duration is negative or longer than 36500 days
     */
    public ClockLimits {
        Objects.requireNonNull(sequenceStart, "sequenceStart");
        if (isOutOfRange(maxLead) || isOutOfRange(maxWait)) {
            throw new ConfigException("max lead is " + maxLead + " and max wait " + maxWait
                    + ": each must be from 0 to " + LONGEST.toDays() + " days");
        }
    }

    /**
     * The same rule for ticks of another length. It waits for at least one tick, so that a spent sequence is waited out.
     *
     * @param tick the length of a tick, at most 36500 days
     * @return this rule if it waits that long already
     */
    public ClockLimits forTick(Duration tick) {
        return maxWait.compareTo(tick) >= 0 ? this : new ClockLimits(maxLead, tick, sequenceStart);
    }

    private static boolean isOutOfRange(Duration duration) {
        return duration.isNegative() || duration.compareTo(LONGEST) > 0;
    }
}
