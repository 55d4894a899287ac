package io.distid.internal.time;

import io.distid.ConfigException;
import java.time.Duration;
import java.time.Instant;

/**
 * How time and sequence share one state: {@code tick << sequenceBits | sequence}, with ticks counted from an epoch.
 *
 * <p>The last tick of the format is never used, so that a state never reaches the sign bit; see {@link #endOfLife()}. Immutable.
 *
 * @param epochMillis tick 0, in epoch ms
 * @param tickMillis the length of a tick in ms, at least 1
 * @param timeBits the bits of the tick, 1 to 63
 * @param sequenceBits the bits of the sequence, 0 to 31; together with {@code timeBits} at most 63
 */
public record TickFormat(long epochMillis, long tickMillis, int timeBits, int sequenceBits) {
    private static final Duration LONGEST_TICK = Duration.ofDays(36_500);
    private static final Instant FIRST_EPOCH = Instant.ofEpochSecond(-62_167_219_200L) /* 0000-01-01 */;
    private static final Instant LAST_EPOCH = Instant.ofEpochSecond(253_402_300_799L) /* 9999-12-31T23:59:59Z */;

    /**
     * Checks the figures.
     *
     * @throws ConfigException if one is out of range; the message names it
     */
    public TickFormat {
        if (tickMillis < 1) {
            throw new ConfigException("tick is " + tickMillis + " ms: must be at least 1 ms");
        }
        if (timeBits < 1 || sequenceBits < 0 || sequenceBits > 31 || timeBits + sequenceBits > 63) {
            throw new ConfigException("time bits are " + timeBits + " and sequence bits " + sequenceBits
                    + ": time needs at least 1, sequence 0 to 31, and both together at most 63");
        }
        try {
            Math.addExact(Math.multiplyExact((1L << timeBits) - 1, tickMillis), epochMillis);
        } catch (ArithmeticException e) {
            throw new ConfigException(
                    timeBits + " time bits of " + tickMillis + " ms reach beyond what a 64-bit clock can count", e);
        }
    }

    /**
     * A format whose epoch and tick are settings, which may be anything that their types hold.
     *
     * @param epoch tick 0, of the years 0 to 9999; kept to the ms
     * @param tick the length of a tick, whole ms, from 1 ms to 36500 days
     * @throws ConfigException if one is out of range; the message names it
     */
    public static TickFormat of(Instant epoch, Duration tick, int timeBits, int sequenceBits) {
        // Compared as durations and instants, so that values beyond a long of ms are refused, too.
        if (tick.compareTo(Duration.ofMillis(1)) < 0
                || tick.compareTo(LONGEST_TICK) > 0
                || tick.toNanosPart() % 1_000_000 != 0) {
            throw new ConfigException(
                    "tick is " + tick + ": must be whole ms, from 1 ms to " + LONGEST_TICK.toDays() + " days");
        }
        if (epoch.isBefore(FIRST_EPOCH) || epoch.isAfter(LAST_EPOCH)) {
            throw new ConfigException(
                    "epoch is " + epoch + ": must be from " + FIRST_EPOCH + " to " + LAST_EPOCH + ", and in the past");
        }
        return new TickFormat(epoch.toEpochMilli(), tick.toMillis(), timeBits, sequenceBits);
    }

    /** Tick 0. */
    public Instant epoch() {
        return Instant.ofEpochMilli(epochMillis);
    }

    /**
     * The tick an instant falls into.
     *
     * @return negative if it lies before the epoch; may lie beyond the format
     */
    public long tickAt(long epochMilli) {
        long sinceEpoch = epochMilli - epochMillis;
        // A division costs more than the rest of an id; nearly every format ticks in ms.
        return tickMillis == 1 ? sinceEpoch : Math.floorDiv(sinceEpoch, tickMillis);
    }

    /**
     * When a tick starts.
     *
     * @return epoch ms
     */
    public long startOf(long tick) {
        return epochMillis + tick * tickMillis;
    }

    /**
     * The tick that is never used: the format is over when it begins.
     *
     * @return {@code 2^timeBits - 1}
     */
    public long lastTick() {
        return (1L << timeBits) - 1;
    }

    /** The first instant the format has no id for. */
    public Instant endOfLife() {
        return Instant.ofEpochMilli(startOf(lastTick()));
    }

    /** The tick in a state. */
    public long tickOf(long state) {
        return state >>> sequenceBits;
    }

    /** The sequence in a state. */
    public long sequenceOf(long state) {
        return state & (1L << sequenceBits) - 1;
    }

    /** The most states in a second of id-time. */
    public long statesPerSecond() {
        return Math.max(1, (1000L << sequenceBits) / tickMillis);
    }

    /** The length of a tick. */
    public Duration tick() {
        return Duration.ofMillis(tickMillis);
    }

    /** The first state above every tick that starts at or before the given epoch ms; within 0 and the end of the format. */
    long firstStateAfter(long epochMilli) {
        if (epochMilli < epochMillis) {
            return 0;
        }
        if (epochMilli >= startOf(lastTick())) {
            return end();
        }
        return tickAt(epochMilli) + 1 << sequenceBits;
    }

    /** One past the last state that may be used. */
    long end() {
        return lastTick() << sequenceBits;
    }
}
