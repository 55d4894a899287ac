package io.distid.sonyflake;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.LeaseHealth;
import io.distid.time.TickSequencer;
import io.distid.worker.LeasedSequencer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sonyflake ids: more machines and a longer life than Snowflake, for fewer ids a second.
 *
 * <p>Ids of one generator strictly increase and never repeat, whatever the clock does; those of several machines sort by time to
 * the accuracy of their clocks and the length of a tick. A spent tick parks callers until the next one. Across restarts
 * uniqueness rests on the lease of the machine id, as {@link #traits()} says. After {@code 2^39} ticks (the year 2188 by
 * default) each call fails with {@link io.distid.IdsExhaustedException}.
 *
 * <p>Safe for use by any number of threads. No allocation, lock or I/O on the way to an id.
 *
 * @see <a href="https://github.com/sony/sonyflake">Sonyflake</a>
 */
public final class Sonyflake implements LongIdGenerator {
    private static final String RESTS_ON_CLOCK =
            "restart safety rests on the clock: no store keeps the last tick, so a clock "
                    + "set back while the process is down can repeat ids, and so can a restart within the lead that is allowed";
    private static final String RESTS_ON_OPERATOR =
            "nothing checks that no other machine has this machine id: a check by name (check=redis, say) does";

    private final SonyflakeFormat format;
    private final TickSequencer sequencer;
    private final LeasedSequencer machine;
    private final List<Runnable> atClose;
    private final IdTraits traits;
    private final AtomicBoolean closed = new AtomicBoolean();

    private final int bitsMachineId;
    private final long machineId;

    Sonyflake(SonyflakeFormat format, LeasedSequencer machine, boolean checked, List<Runnable> atClose) {
        this.format = format;
        this.machine = machine;
        this.sequencer = machine.sequencer();
        this.atClose = List.copyOf(atClose);
        this.bitsMachineId = format.bitsMachineId();
        this.machineId = machine.lease().workerId();
        boolean bounded = machine.durable();
        this.traits = new IdTraits(
                "sonyflake",
                63,
                Ordering.PER_GENERATOR,
                true,
                bounded || checked ? Coordination.AT_START : Coordination.NONE,
                bounded ? Safety.STORED : Safety.CLOCK,
                OptionalLong.of(format.ticks().statesPerSecond()),
                format.ticks().endOfLife(),
                notes(bounded, checked));
    }

    /**
     * Settings for a generator in code, without names and strings.
     *
     * @return with the original's defaults
     */
    public static SonyflakeBuilder builder() {
        return new SonyflakeBuilder();
    }

    /** {@inheritDoc} */
    @Override
    public long nextId() {
        return sequencer.next() << bitsMachineId | machineId;
    }

    /** {@inheritDoc} */
    @Override
    public void nextIds(long[] ids, int from, int to) {
        sequencer.fill(ids, from, to);
        for (int i = from; i < to; i++) {
            ids[i] = ids[i] << bitsMachineId | machineId;
        }
    }

    /**
     * The machine id in use: the source's, unless a check moved it.
     *
     * @return within the format's bits
     */
    public int machineId() {
        return (int) machineId;
    }

    /**
     * How the bits are split.
     *
     * @return the format it was opened with
     */
    public SonyflakeFormat format() {
        return format;
    }

    /**
     * The lease on the machine id, as it stands.
     *
     * @return a snapshot
     */
    public LeaseHealth health() {
        return machine.lease().health();
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
                machine.close();
            } finally {
                atClose.forEach(Runnable::run);
            }
        }
    }

    private static List<String> notes(boolean bounded, boolean checked) {
        if (bounded) {
            return List.of();
        }
        return checked ? List.of(RESTS_ON_CLOCK) : List.of(RESTS_ON_CLOCK, RESTS_ON_OPERATOR);
    }
}
