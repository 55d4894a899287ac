package io.distid.snowflake;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.LeaseHealth;
import io.distid.time.ClockRule;
import io.distid.time.TickSequencer;
import io.distid.worker.LeasedSequencer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Snowflake ids: time, node and sequence in 63 bits, in any {@link SnowflakeLayout}.
 *
 * <p>Ids of one generator strictly increase and never repeat, whatever the clock does; those of several nodes sort by time to
 * the accuracy of their clocks. When the clock steps back, or more ids are asked for than a tick holds, callers wait or ids lead
 * the clock, as {@link ClockRule} says. Across restarts uniqueness rests on the worker id's lease: a durable one bounds the
 * ticks that a holder may stamp; with {@code worker=fixed} it rests on the clock, and {@link #traits()} says so. After
 * {@link SnowflakeLayout#epoch()} plus the format's time each call fails with {@link io.distid.IdsExhaustedException}.
 *
 * <p>Safe for use by any number of threads. No allocation, lock or I/O on the way to an id.
 *
 * @see <a href="https://blog.x.com/engineering/en_us/a/2010/announcing-snowflake">Announcing Snowflake</a>
 */
public final class Snowflake implements LongIdGenerator {
    private final SnowflakeLayout layout;
    private final TickSequencer sequencer;
    private final LeasedSequencer leased;
    private final InstantSource clock;
    private final List<Runnable> atClose;
    private final IdTraits traits;
    private final AtomicBoolean closed = new AtomicBoolean();

    private final long sequenceMask;
    /** From a state's place of the time to the id's; to the left, or, below 0, to the right. */
    private final int timeTurn;

    private final int sequenceShift;
    /** Datacenter and worker at their places. */
    private final long node;

    Snowflake(SnowflakeLayout layout, LeasedSequencer node, InstantSource clock, List<Runnable> atClose) {
        this.layout = layout;
        this.leased = node;
        this.sequencer = node.sequencer();
        this.clock = clock;
        this.atClose = List.copyOf(atClose);
        this.sequenceMask = (1L << layout.sequenceBits()) - 1;
        this.timeTurn = layout.shift(SnowflakeField.TIME) - layout.sequenceBits();
        this.sequenceShift = layout.shift(SnowflakeField.SEQUENCE);
        int workerId = node.lease().workerId();
        this.node = layout.place(SnowflakeField.DATACENTER, (long) workerId >>> layout.workerBits())
                | layout.place(SnowflakeField.WORKER, workerId & (1L << layout.workerBits()) - 1);
        this.traits = traits(layout, node.durable());
    }

    /**
     * Settings for a generator in code, without names and strings.
     *
     * @return with the defaults: layout {@link SnowflakePreset#DISTID}, {@link ClockRule#DEFAULT}, the system's clock
     */
    public static SnowflakeBuilder builder() {
        return new SnowflakeBuilder();
    }

    /** {@inheritDoc} */
    @Override
    public long nextId() {
        return id(sequencer.next());
    }

    /** {@inheritDoc} */
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
        return layout.decode(id, clock.instant().plus(sequencer.lead()).plusSeconds(1));
    }

    /**
     * The layout of the ids.
     *
     * @return the one it was opened with
     */
    public SnowflakeLayout layout() {
        return layout;
    }

    /**
     * The lease on the worker id, as it stands.
     *
     * @return a snapshot
     */
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

    /** {@inheritDoc} */
    @Override
    public IdTraits traits() {
        return traits;
    }

    /** {@inheritDoc} */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                leased.close();
            } finally {
                atClose.forEach(Runnable::run);
            }
        }
    }

    private long id(long state) {
        long sequence = state & sequenceMask;
        // Turned, not shifted, since the time may have to go either way; no bit of it comes round.
        return Long.rotateLeft(state ^ sequence, timeTurn) | sequence << sequenceShift | node;
    }

    private static IdTraits traits(SnowflakeLayout layout, boolean bounded) {
        return new IdTraits(
                "snowflake",
                63,
                layout.increasing() ? Ordering.PER_GENERATOR : Ordering.NONE,
                layout.timeSorted(),
                bounded ? Coordination.AT_START : Coordination.NONE,
                bounded ? Safety.STORED : Safety.CLOCK,
                OptionalLong.of(layout.format().statesPerSecond()),
                layout.format().endOfLife(),
                bounded ? List.of() : List.of(SnowflakeProvider.RESTS_ON_CLOCK));
    }
}
