package io.distid.sonyflake;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.time.TickSequencer;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.util.List;

/**
 * Sonyflake ids: more machines and a longer life than Snowflake, for fewer ids a second.
 *
 * <p>Ids of one generator strictly increase and never repeat, whatever the clock does. Ids of several machines sort by time to the accuracy of their
 * clocks and the length of a tick. A spent tick parks callers until the next one. Across restarts uniqueness rests on the lease of the machine id, as
 * {@link #traits()} says. After {@code 2^39} ticks (the year 2188 by default) each call fails with {@link io.distid.IdsExhaustedException}.
 *
 * <p>Safe for use by any number of threads. No allocation, lock or I/O on the way to an id.
 *
 * @see <a href="https://github.com/sony/sonyflake">Sonyflake</a>
 */
public final class Sonyflake implements LongIdGenerator {
    private final SonyflakeFormat format;
    private final TickSequencer sequencer;
    private final LeasedSequencer machine;
    private final IdTraits traits;

    private final int bitsMachineId;
    private final long machineId;

    Sonyflake(SonyflakeFormat format, LeasedSequencer machine, boolean checked) {
        this.format = format;
        this.machine = machine;
        this.sequencer = machine.sequencer();
        this.bitsMachineId = format.bitsMachineId();
        this.machineId = machine.lease().workerId();
        this.traits = traits(
                format,
                machine.lease().isDurable(),
                checked,
                machine.notes(checked, "a check by name (check=redis, say)"));
    }

    static IdTraits traits(SonyflakeFormat format, boolean durable, boolean checked, List<String> notes) {
        return IdTraits.builder("sonyflake")
                .ordering(Ordering.PER_GENERATOR)
                .timeSorted(true)
                .coordination(durable || checked ? Coordination.AT_START : Coordination.NONE)
                .safety(durable ? Safety.STORED : Safety.CLOCK)
                .idsPerSecond(format.ticks().statesPerSecond())
                .endOfLife(format.ticks().endOfLife())
                .notes(notes)
                .build();
    }

    /** Settings for a generator in code, without names and strings. */
    public static SonyflakeBuilder builder() {
        return new SonyflakeBuilder();
    }

    @Override
    public long nextId() {
        return sequencer.next() << bitsMachineId | machineId;
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        sequencer.fill(ids, from, to);
        for (int i = from; i < to; i++) {
            ids[i] = ids[i] << bitsMachineId | machineId;
        }
    }

    /** The machine id in use: the source's, unless a check moved it. */
    public int machineId() {
        return (int) machineId;
    }

    /** How the bits are split. */
    public SonyflakeFormat format() {
        return format;
    }

    /** The lease on the machine id, as it stands. */
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

    @Override
    public IdStats stats() {
        return machine.stats();
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        machine.close();
    }
}
