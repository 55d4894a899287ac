package io.distid.snowflake;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.time.TickSequencer;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.time.ClockLimits;
import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.util.List;

/**
 * Snowflake ids: time, node and sequence in 63 bits, in any {@link SnowflakeLayout}.
 *
 * <p>Ids of one generator strictly increase and never repeat, whatever the clock does. Ids of several nodes sort by time to the accuracy of their
 * clocks. When the clock steps back, or more ids are asked for than a tick holds, callers wait or ids lead the clock, as {@link ClockLimits} says.
 * Across restarts, uniqueness rests on the worker id's lease. A durable lease bounds the ticks that its holder may stamp. With {@code worker=fixed},
 * uniqueness rests on the clock, and {@link #traits()} says so. After {@link SnowflakeLayout#epoch()} plus the format's time each call fails with
 * {@link io.distid.IdsExhaustedException}.
 *
 * <p>Safe for use by any number of threads. No allocation, lock or I/O on the way to an id.
 *
 * @see <a href="https://blog.x.com/engineering/en_us/a/2010/announcing-snowflake">Announcing Snowflake</a>
 */
public final class Snowflake implements LongIdGenerator {
    private final SnowflakeLayout layout;
    private final TickSequencer sequencer;
    private final LeasedSequencer leased;

    private final long sequenceMask;
    /** How far the time moves from its place in a state to its place in an id: to the left, or to the right if negative. */
    private final int timeTurn;

    private final int sequenceShift;
    /** Datacenter and worker at their places. */
    private final long node;

    Snowflake(SnowflakeLayout layout, LeasedSequencer node) {
        this.layout = layout;
        this.leased = node;
        this.sequencer = node.sequencer();
        this.sequenceMask = (1L << layout.sequenceBits()) - 1;
        this.timeTurn = layout.shift(SnowflakeField.TIME) - layout.sequenceBits();
        this.sequenceShift = layout.shift(SnowflakeField.SEQUENCE);
        int workerId = node.lease().workerId();
        this.node = layout.place(SnowflakeField.DATACENTER, (long) workerId >>> layout.workerBits())
                | layout.place(SnowflakeField.WORKER, workerId & (1L << layout.workerBits()) - 1);
    }

    /**
     * Settings for a generator in code, without names and strings.
     *
     * @return with the defaults: layout {@link SnowflakePreset#DISTID}, {@link ClockLimits#WAIT}, the system's clock
     */
    public static SnowflakeBuilder builder() {
        return new SnowflakeBuilder();
    }

    @Override
    public long nextId() {
        return id(sequencer.next());
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        sequencer.fill(ids, from, to);
        for (int i = from; i < to; i++) {
            ids[i] = id(ids[i]);
        }
    }

    /**
     * The time, datacenter, worker and sequence of an id.
     *
     * @param id of this generator's layout, not later than a second after its clock and lead
     * @return its fields
     * @throws IllegalArgumentException if the id is negative, or carries a time that is yet to come
     */
    public SnowflakeId decode(long id) {
        return layout.decode(id, leased.clock().instant().plus(sequencer.lead()).plusSeconds(1));
    }

    /**
     * The layout of the ids.
     *
     * @return the one it was opened with
     */
    public SnowflakeLayout layout() {
        return layout;
    }

    /** The lease on the worker id, as it stands. */
    public LeaseHealth health() {
        return leased.lease().health();
    }

    /**
     * How far the next id's time leads the clock.
     *
     * @return zero while ids are asked for at less than the format's rate
     */
    public Duration lead() {
        return sequencer.lead();
    }

    @Override
    public IdStats stats() {
        return leased.stats();
    }

    @Override
    public IdTraits traits() {
        return traits(layout, leased.lease().isDurable(), notes(leased));
    }

    @Override
    public void close() {
        leased.close();
    }

    private long id(long state) {
        long sequence = state & sequenceMask;
        // Rotated and not shifted, since the time may have to move either way. No bit of it wraps around.
        return Long.rotateLeft(state ^ sequence, timeTurn) | sequence << sequenceShift | node;
    }

    static IdTraits traits(SnowflakeLayout layout, boolean durable, List<String> notes) {
        return IdTraits.builder("snowflake")
                .bits(layout.timeBits() + layout.datacenterBits() + layout.workerBits() + layout.sequenceBits())
                .ordering(layout.increasing() ? Ordering.PER_GENERATOR : Ordering.NONE)
                .timeSorted(layout.timeSorted())
                .coordination(durable ? Coordination.AT_START : Coordination.NONE)
                .safety(durable ? Safety.STORED : Safety.CLOCK)
                .idsPerSecond(layout.format().statesPerSecond())
                .endOfLife(layout.format().endOfLife())
                .notes(notes)
                .build();
    }

    static List<String> notes(LeasedSequencer leased) {
        return leased.notes(false, "a store that all nodes share (worker=mysql, postgresql, redis, zookeeper or etcd)");
    }
}
