package io.distid.sonyflake;

import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerRequest;
import io.distid.time.ClockRule;
import io.distid.worker.Holders;
import io.distid.worker.LeasedSequencer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/** Settings of a {@link Sonyflake}. Not safe for use by several threads; what it opens is. */
public final class SonyflakeBuilder {
    private static final System.Logger LOG = System.getLogger(Sonyflake.class.getName());

    private SonyflakeFormat format = SonyflakeFormat.DEFAULT;
    private ClockRule rule = ClockRule.DEFAULT;
    private InstantSource clock = InstantSource.system();
    private String namespace = "sonyflake";
    private Duration reservation = Duration.ofSeconds(3);
    private Duration startWait = Duration.ofSeconds(15);

    SonyflakeBuilder() {}

    /**
     * How the bits are split.
     *
     * @param format default {@link SonyflakeFormat#DEFAULT}
     * @return this
     */
    public SonyflakeBuilder format(SonyflakeFormat format) {
        this.format = Objects.requireNonNull(format, "format");
        return this;
    }

    /**
     * Lead, wait and sequence start.
     *
     * @param rule default {@link ClockRule#DEFAULT}
     * @return this
     */
    public SonyflakeBuilder rule(ClockRule rule) {
        this.rule = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /**
     * The clock.
     *
     * @param clock default the system's
     * @return this
     */
    public SonyflakeBuilder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * Whose machine ids: generators that may not repeat each other's ids share a namespace.
     *
     * @param namespace default {@code sonyflake}
     * @return this
     */
    public SonyflakeBuilder namespace(String namespace) {
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        return this;
    }

    /**
     * How far ahead ticks are reserved.
     *
     * @param reservation default 3 s; a crash costs at most this
     * @return this
     */
    public SonyflakeBuilder reservation(Duration reservation) {
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        return this;
    }

    /**
     * How long opening may wait for a crashed predecessor's reservation to end.
     *
     * @param startWait default 15 s
     * @return this
     */
    public SonyflakeBuilder startWait(Duration startWait) {
        this.startWait = Objects.requireNonNull(startWait, "startWait");
        return this;
    }

    /**
     * Takes a machine id and opens the generator.
     *
     * @param machines asked for one id; stays the caller's to close, after the generator
     * @return ready for use
     * @throws io.distid.ConfigException if the settings do not fit together, say a start time that is yet to come
     * @throws io.distid.IdException if no machine id can be had, or the predecessor's reservation lasts longer than
     *     {@code startWait}
     */
    public Sonyflake open(WorkerIds machines) {
        return open(machines, List.of());
    }

    /** Takes a machine id and opens the generator, which ends the given things when it is closed. */
    Sonyflake open(WorkerIds machines, List<Runnable> atClose) {
        WorkerRequest request = new WorkerRequest(
                namespace,
                format.lastMachineId(),
                OptionalInt.empty(),
                reservation,
                format.fingerprint(),
                Holders.self(),
                clock);
        LeasedSequencer machine = LeasedSequencer.open(machines, request, format.ticks(), rule, clock, startWait);
        if (!machine.durable()) {
            LOG.log(
                    Level.WARNING,
                    "sonyflake machine " + machine.lease().workerId() + ": " + SonyflakeProvider.RESTS_ON_CLOCK);
        }
        return new Sonyflake(format, machine, atClose);
    }
}
