package io.distid.sonyflake;

import io.distid.ConfigException;
import io.distid.internal.time.TickFormat;
import io.distid.spi.LayoutReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How the 63 bits are split: time, then sequence, then machine id in the lowest bits. Immutable.
 *
 * @param startTime tick 0, of the years 0 to 9999
 * @param timeUnit the length of a tick, whole ms, from 1 to 36500 days (the original also counts in fractions of a ms above 1)
 * @param bitsSequence bits of the sequence, 0 to 30
 * @param bitsMachineId bits of the machine id, 0 to 30; time gets the rest, at least 32
 * @see <a href="https://github.com/sony/sonyflake">Sonyflake</a>
 */
public record SonyflakeFormat(Instant startTime, Duration timeUnit, int bitsSequence, int bitsMachineId)
        implements LayoutReader {

    /** The original's: 39 bits of 10 ms since 2014-09-01, 8 of sequence, 16 of machine id: 174 years, 25,600 ids/s a machine. */
    public static final SonyflakeFormat DEFAULT =
            new SonyflakeFormat(Instant.parse("2014-09-01T00:00:00Z"), Duration.ofMillis(10), 8, 16);

    /** The default of the original's version 2: the same bits and unit, but since 2025-01-01. */
    public static final SonyflakeFormat VERSION_2 =
            new SonyflakeFormat(Instant.parse("2025-01-01T00:00:00Z"), Duration.ofMillis(10), 8, 16);

    /**
     * Checks the figures.
     *
     * @throws ConfigException if one is out of range; the message names it
     */
    public SonyflakeFormat {
        if (bitsSequence < 0 || bitsSequence > 30) {
            throw new ConfigException("bits of the sequence are " + bitsSequence + ": must be from 0 to 30");
        }
        if (bitsMachineId < 0 || bitsMachineId > 30) {
            throw new ConfigException("bits of the machine id are " + bitsMachineId + ": must be from 0 to 30");
        }
        int bitsTime = 63 - bitsSequence - bitsMachineId;
        if (bitsTime < 32) {
            throw new ConfigException(bitsSequence + " bits of the sequence and " + bitsMachineId
                    + " of the machine id leave " + bitsTime + " for the time: must be at least 32");
        }
        // Checks the rest of the figures.
        TickFormat.of(startTime, timeUnit, bitsTime, bitsSequence);
    }

    /** Bits of the time. */
    public int bitsTime() {
        return 63 - bitsSequence - bitsMachineId;
    }

    /** The greatest machine id. */
    public int lastMachineId() {
        return (1 << bitsMachineId) - 1;
    }

    @Override
    public Instant time(long high, long low) {
        return toInstant(low);
    }

    @Override
    public List<Field> fields(long high, long low) {
        SonyflakeId id = decompose(low);
        return List.of(
                new Field("sequence", id.sequence(), bitsSequence),
                new Field("machine", id.machineId(), bitsMachineId));
    }

    @Override
    public Instant epoch() {
        return startTime;
    }

    @Override
    public Duration lasts() {
        return timeUnit.multipliedBy(1L << bitsTime());
    }

    @Override
    public int workerIds() {
        return lastMachineId() + 1;
    }

    /**
     * Puts an id together.
     *
     * @param time any instant of the tick
     * @param sequence within {@link #bitsSequence()}
     * @param machineId within {@link #bitsMachineId()}
     * @throws IllegalArgumentException if a part is out of range; the message names it with its figures
     */
    public long compose(Instant time, long sequence, long machineId) {
        Instant end = ticks().endOfLife().plus(timeUnit);
        if (time.isBefore(startTime) || !time.isBefore(end)) {
            throw new IllegalArgumentException(
                    "time " + time + " is not within the format's: from " + startTime + " to before " + end);
        }
        long ticks = ticks().tickAt(time.toEpochMilli());
        if (sequence < 0 || sequence >>> bitsSequence != 0) {
            throw new IllegalArgumentException(
                    "sequence is " + sequence + ": must be from 0 to " + ((1L << bitsSequence) - 1));
        }
        if (machineId < 0 || machineId > lastMachineId()) {
            throw new IllegalArgumentException("machine id is " + machineId + ": must be from 0 to " + lastMachineId());
        }
        return (ticks << bitsSequence | sequence) << bitsMachineId | machineId;
    }

    /**
     * Takes an id apart.
     *
     * @throws IllegalArgumentException if the id is negative
     */
    public SonyflakeId decompose(long id) {
        long state = id >>> bitsMachineId;
        return new SonyflakeId(toInstant(id), ticks().sequenceOf(state), id & lastMachineId());
    }

    /**
     * The time of an id.
     *
     * @return the start of its tick
     * @throws IllegalArgumentException if the id is negative
     */
    public Instant toInstant(long id) {
        requirePositive(id);
        return Instant.ofEpochMilli(ticks().startOf(id >>> bitsMachineId + bitsSequence));
    }

    /**
     * The time from the start time to an id, as the original calls it.
     *
     * @return a multiple of {@link #timeUnit()}
     * @throws IllegalArgumentException if the id is negative
     */
    public Duration elapsedTime(long id) {
        return Duration.between(startTime, toInstant(id));
    }

    /**
     * The least id of the tick that an instant falls into: for ranges by time, {@code id >= firstIdAt(from)}.
     *
     * @return the id with sequence and machine id 0
     * @throws IllegalArgumentException if the time is not within the format's
     */
    public long firstIdAt(Instant time) {
        return compose(time, 0, 0);
    }

    /**
     * The greatest id of the tick that an instant falls into: for ranges by time, {@code id <= lastIdAt(to)}.
     *
     * @return the id with all bits of sequence and machine id set
     * @throws IllegalArgumentException if the time is not within the format's
     */
    public long lastIdAt(Instant time) {
        return compose(time, (1L << bitsSequence) - 1, lastMachineId());
    }

    /**
     * The format in one line, so that a store can distinguish formats.
     *
     * @return such as {@code time39 sequence8 machine16, tick 10 ms, epoch 1409529600000}
     */
    public String fingerprint() {
        return "time" + bitsTime() + " sequence" + bitsSequence + " machine" + bitsMachineId + ", tick "
                + timeUnit.toMillis() + " ms, epoch " + startTime.toEpochMilli();
    }

    /** Time and sequence, as the clock rule sees them. */
    TickFormat ticks() {
        return TickFormat.of(startTime, timeUnit, bitsTime(), bitsSequence);
    }

    private static void requirePositive(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("a Sonyflake id is not negative: " + id);
        }
    }
}
