package io.distid.snowflake;

import static io.distid.snowflake.SnowflakeField.DATACENTER;
import static io.distid.snowflake.SnowflakeField.SEQUENCE;
import static io.distid.snowflake.SnowflakeField.TIME;
import static io.distid.snowflake.SnowflakeField.WORKER;

import io.distid.ConfigException;
import io.distid.internal.SafeIntegers;
import io.distid.internal.time.TickFormat;
import io.distid.spi.LayoutReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the bits of an id are split into time, datacenter, worker and sequence. An id has 63 bits, or 53 if JavaScript is to keep ids exact as numbers.
 * Immutable.
 *
 * <p>Any split in any order is allowed. If time is the topmost field, ids sort by time across all nodes. If time is above the sequence, the ids of
 * one generator increase.
 *
 * @param epoch tick 0; UTC, like every instant; kept to the ms
 * @param tick the length of a tick, whole ms, at least 1
 * @param timeBits bits of the tick
 * @param datacenterBits bits of the datacenter id, may be 0
 * @param workerBits bits of the worker id, may be 0
 * @param sequenceBits bits of the sequence, may be 0
 * @param order all four fields, from the highest bits to the lowest
 */
public record SnowflakeLayout(
        Instant epoch,
        Duration tick,
        int timeBits,
        int datacenterBits,
        int workerBits,
        int sequenceBits,
        List<SnowflakeField> order)
        implements LayoutReader {

    /** All bits of a {@code long} but its sign. */
    private static final int LONG_BITS = 63;
    /** The bits of {@link SafeIntegers}. */
    private static final int SAFE_BITS = Long.SIZE - Long.numberOfLeadingZeros(SafeIntegers.MAX);

    /** The textbook's order. */
    private static final List<SnowflakeField> TEXTBOOK = List.of(TIME, DATACENTER, WORKER, SEQUENCE);

    /**
     * Checks the split.
     *
     * @throws ConfigException if the fields do not add up to 63 or 53 bits, or one is out of range. Also if the tick is not whole ms from 1 to 36500
     *     days, the epoch has no year from 0 to 9999, or the order repeats a field.
     */
    public SnowflakeLayout {
        order = List.copyOf(order);
        if (order.size() != 4 || !order.containsAll(TEXTBOOK)) {
            throw new ConfigException(
                    "fields are " + order + ": must be time, datacenter, worker and sequence, each once");
        }
        // Only two sums are allowed: any other sum is a mistake.
        int sum = timeBits + datacenterBits + workerBits + sequenceBits;
        if (sum != LONG_BITS && sum != SAFE_BITS) {
            throw new ConfigException("time " + timeBits + " + datacenter " + datacenterBits + " + worker " + workerBits
                    + " + sequence " + sequenceBits + " = " + sum + " bits: must be " + LONG_BITS + ", or " + SAFE_BITS
                    + " for ids that JavaScript keeps exact");
        }
        if (datacenterBits < 0 || workerBits < 0 || datacenterBits + workerBits > 31) {
            throw new ConfigException("datacenter bits are " + datacenterBits + " and worker bits " + workerBits
                    + ": neither may be negative, and both together may be at most 31");
        }
        // Checks the rest of the figures.
        epoch = TickFormat.of(epoch, tick, timeBits, sequenceBits).epoch();
    }

    /**
     * A layout in the textbook's order: time, datacenter, worker, sequence.
     *
     * @param epoch tick 0
     * @param tick the length of a tick
     * @param timeBits bits of the tick
     * @param datacenterBits bits of the datacenter id
     * @param workerBits bits of the worker id
     * @param sequenceBits bits of the sequence
     * @return the layout
     * @throws ConfigException as the full constructor
     */
    public static SnowflakeLayout of(
            Instant epoch, Duration tick, int timeBits, int datacenterBits, int workerBits, int sequenceBits) {
        return new SnowflakeLayout(epoch, tick, timeBits, datacenterBits, workerBits, sequenceBits, TEXTBOOK);
    }

    /**
     * Puts an id together.
     *
     * @param time any instant of the tick
     * @param datacenter within {@link #datacenterBits()}
     * @param worker within {@link #workerBits()}
     * @param sequence within {@link #sequenceBits()}
     * @throws IllegalArgumentException if a field is out of range; the message names it with its figures
     */
    public long compose(Instant time, long datacenter, long worker, long sequence) {
        Instant last = Instant.ofEpochMilli(format().startOf(format().lastTick()));
        if (time.isBefore(epoch) || time.isAfter(last.plus(tick).minusNanos(1))) {
            throw new IllegalArgumentException(
                    "time " + time + " is not within the layout's: from " + epoch + " to before " + last.plus(tick));
        }
        long ticks = format().tickAt(time.toEpochMilli());
        return place(TIME, ticks) | place(DATACENTER, datacenter) | place(WORKER, worker) | place(SEQUENCE, sequence);
    }

    /**
     * Takes an id apart.
     *
     * @param id not negative; that it is of this layout cannot be seen from its bits, see {@link #decode(long, Instant)}
     * @return its fields
     * @throws IllegalArgumentException if the id is negative, or has more bits than the layout
     */
    public SnowflakeId decode(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("a Snowflake id is not negative: " + id);
        }
        if (id > greatestId()) {
            throw new IllegalArgumentException("id " + id + " is above " + greatestId() + ", the greatest of " + this);
        }
        return new SnowflakeId(
                Instant.ofEpochMilli(format().startOf(field(TIME, id))),
                field(DATACENTER, id),
                field(WORKER, id),
                field(SEQUENCE, id));
    }

    /**
     * Takes an id apart that was issued by a given time. This refuses most ids of another layout.
     *
     * @param id not negative
     * @param notAfter the latest time it may carry, say now
     * @return its fields
     * @throws IllegalArgumentException if the id is negative, has more bits than the layout, or carries a later time
     */
    public SnowflakeId decode(long id, Instant notAfter) {
        SnowflakeId decoded = decode(id);
        if (decoded.time().isAfter(notAfter)) {
            throw new IllegalArgumentException("id " + id + " would carry " + decoded.time() + ", which is after "
                    + notAfter + ": it is of another layout than " + this);
        }
        return decoded;
    }

    /**
     * The least id of the tick that an instant falls into: for ranges by time, {@code id >= firstIdAt(from)}.
     *
     * @param time within the layout's time
     * @return the id with all other fields 0
     * @throws IllegalArgumentException if the time is not within the layout's
     * @throws IllegalStateException if time is not the topmost field, so that ids do not sort by it
     */
    public long firstIdAt(Instant time) {
        requireTimeSorted();
        return compose(time, 0, 0, 0);
    }

    /**
     * The greatest id of the tick that an instant falls into: for ranges by time, {@code id <= lastIdAt(to)}.
     *
     * @param time within the layout's time
     * @return the id with all bits of the other fields set
     * @throws IllegalArgumentException if the time is not within the layout's
     * @throws IllegalStateException if time is not the topmost field, so that ids do not sort by it
     */
    public long lastIdAt(Instant time) {
        requireTimeSorted();
        return compose(time, max(DATACENTER), max(WORKER), max(SEQUENCE));
    }

    /**
     * Whether ids sort by time across nodes.
     *
     * @return whether time is the topmost field
     */
    public boolean timeSorted() {
        return order.get(0) == TIME;
    }

    /**
     * Whether the ids of one generator increase.
     *
     * @return whether time is above the sequence
     */
    public boolean increasing() {
        return order.indexOf(TIME) < order.indexOf(SEQUENCE);
    }

    /**
     * The greatest number that datacenter and worker hold together: {@code datacenter << workerBits | worker}.
     *
     * @return at least 0
     */
    public int lastNode() {
        return (int) ((1L << datacenterBits + workerBits) - 1);
    }

    /**
     * The bound of all ids of the layout.
     *
     * @return {@link Long#MAX_VALUE}, or {@link SafeIntegers#MAX} if the fields add up to 53 bits
     */
    public long greatestId() {
        return -1L >>> Long.SIZE - (timeBits + datacenterBits + workerBits + sequenceBits);
    }

    @Override
    public boolean reads(long high, long low) {
        return high == 0 && low >= 0 && low <= greatestId();
    }

    @Override
    public Instant time(long high, long low) {
        return decode(low).time();
    }

    @Override
    public List<Field> fields(long high, long low) {
        List<Field> fields = new ArrayList<>();
        for (SnowflakeField field : order) {
            // A field without bits is left out, but every layout has a sequence.
            if (field != TIME && (bits(field) > 0 || field == SEQUENCE)) {
                fields.add(new Field(field.name().toLowerCase(Locale.ROOT), field(field, low), bits(field)));
            }
        }
        return fields;
    }

    @Override
    public Duration lasts() {
        return tick.multipliedBy(1L << timeBits);
    }

    @Override
    public int workerIds() {
        return lastNode() + 1;
    }

    /**
     * The layout in one line, so that a store can distinguish layouts. Two layouts with the same fingerprint make the same ids.
     *
     * @return such as {@code time41 datacenter5 worker5 sequence12, tick 1 ms, epoch 1288834974657}
     */
    public String fingerprint() {
        StringBuilder text = new StringBuilder();
        for (SnowflakeField field : order) {
            if (bits(field) > 0) {
                text.append(text.isEmpty() ? "" : " ")
                        .append(field.name().toLowerCase(Locale.ROOT))
                        .append(bits(field));
            }
        }
        return text + ", tick " + tick.toMillis() + " ms, epoch " + epoch.toEpochMilli();
    }

    /** The fingerprint. */
    @Override
    public String toString() {
        return fingerprint();
    }

    /** Time and sequence, as the clock rule sees them. */
    TickFormat format() {
        return TickFormat.of(epoch, tick, timeBits, sequenceBits);
    }

    /** How far a field stands from bit 0. */
    int shift(SnowflakeField field) {
        int shift = 0;
        for (int i = order.size() - 1; order.get(i) != field; i--) {
            shift += bits(order.get(i));
        }
        return shift;
    }

    /** A field's value at its place. */
    long place(SnowflakeField field, long value) {
        if (value < 0 || value > max(field)) {
            throw new IllegalArgumentException(field.name().toLowerCase(Locale.ROOT) + " is " + value
                    + ": must be from 0 to " + max(field) + " in " + bits(field) + " bits");
        }
        return value << shift(field);
    }

    private long field(SnowflakeField field, long id) {
        return id >>> shift(field) & max(field);
    }

    private long max(SnowflakeField field) {
        return (1L << bits(field)) - 1;
    }

    private int bits(SnowflakeField field) {
        // No switch over the enum: each switch needs a class of its own, which would delay the first id.
        if (field == TIME) {
            return timeBits;
        }
        if (field == DATACENTER) {
            return datacenterBits;
        }
        return field == WORKER ? workerBits : sequenceBits;
    }

    private void requireTimeSorted() {
        if (!timeSorted()) {
            throw new IllegalStateException("ids of " + this + " do not sort by time: time is not the topmost field");
        }
    }
}
