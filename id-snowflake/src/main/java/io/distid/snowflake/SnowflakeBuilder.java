package io.distid.snowflake;

import io.distid.ConfigException;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;

/** Settings of a {@link Snowflake}. Not safe for use by several threads; what it opens is. */
public final class SnowflakeBuilder {
    private SnowflakeLayout layout = SnowflakePreset.DISTID.layout();
    private ClockLimits rule = ClockLimits.WAIT;
    private InstantSource clock = InstantSource.system();
    private OptionalInt datacenter = OptionalInt.empty();
    private String namespace = "snowflake";
    private Duration reservation = Duration.ofSeconds(3);
    private Duration startWait = Duration.ofSeconds(30);
    private Parking parking = Parking.SYSTEM;

    SnowflakeBuilder() {}

    /**
     * How the bits are split.
     *
     * @param layout default {@link SnowflakePreset#DISTID}
     */
    public SnowflakeBuilder layout(SnowflakeLayout layout) {
        this.layout = Objects.requireNonNull(layout, "layout");
        return this;
    }

    /**
     * Lead, wait and sequence start.
     *
     * @param rule default {@link ClockLimits#WAIT}
     */
    public SnowflakeBuilder rule(ClockLimits rule) {
        this.rule = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /**
     * The clock. A {@link CoarseClock} is closed with the generator, and if opening fails; so it serves one opening.
     *
     * @param clock default the system's, read for each id
     */
    public SnowflakeBuilder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * This node's datacenter. Worker ids are then granted within it; without one, they span datacenter and worker bits.
     *
     * @param datacenter within the layout's bits
     */
    public SnowflakeBuilder datacenter(int datacenter) {
        this.datacenter = OptionalInt.of(datacenter);
        return this;
    }

    /**
     * The namespace of worker ids. Generators that must not repeat each other's ids share one.
     *
     * @param namespace default {@code snowflake}
     */
    public SnowflakeBuilder namespace(String namespace) {
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        return this;
    }

    /**
     * How far ahead ticks are reserved.
     *
     * @param reservation from 1 ms to 36500 days, default 3 s; a crash costs at most this
     */
    public SnowflakeBuilder reservation(Duration reservation) {
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        return this;
    }

    /**
     * How long opening may wait for a crashed predecessor's reservation to end.
     *
     * @param startWait default 30 s
     */
    public SnowflakeBuilder startWait(Duration startWait) {
        this.startWait = Objects.requireNonNull(startWait, "startWait");
        return this;
    }

    /**
     * How callers wait for the clock: for simulations, whose time is their own.
     *
     * @param parking default the system's
     */
    public SnowflakeBuilder parking(Parking parking) {
        this.parking = Objects.requireNonNull(parking, "parking");
        return this;
    }

    /**
     * Takes a worker id and opens the generator. {@link WorkerRequest#idOf} refuses an id that does not fit the layout.
     *
     * @param workers asked for one id; stays the caller's to close, after the generator
     * @throws ConfigException if the settings do not fit together, or the epoch is yet to come
     * @throws io.distid.IdsExhaustedException if the layout's time is over
     * @throws io.distid.IdException if no worker id can be had, or the predecessor's reservation lasts longer than
     *     {@code startWait}
     */
    public Snowflake open(WorkerIds workers) {
        // A class and no lambda, since the first lambda of a JVM costs several ms.
        return LeaseResources.open(new Function<>() {
            @Override
            public Snowflake apply(LeaseResources resources) {
                return open(workers, resources);
            }
        });
    }

    /** Takes a worker id as part of opening a generator that owns more. */
    Snowflake open(WorkerIds workers, LeaseResources resources) {
        // The clock comes first, so that it is closed whatever fails.
        InstantSource owned = resources.clock(clock);
        int lastDatacenter = (1 << layout.datacenterBits()) - 1;
        if (datacenter.isPresent() && (datacenter.getAsInt() < 0 || datacenter.getAsInt() > lastDatacenter)) {
            throw new ConfigException("datacenter is " + datacenter.getAsInt() + ": must be from 0 to " + lastDatacenter
                    + ", the range of the layout");
        }
        int firstNode = datacenter.orElse(0) << layout.workerBits();
        int lastNode = datacenter.isPresent() ? firstNode | (1 << layout.workerBits()) - 1 : layout.lastNode();
        WorkerRequest request = new WorkerRequest(
                namespace, firstNode, lastNode, OptionalInt.empty(), reservation, layout.fingerprint(), null, owned);
        LeasedSequencer node =
                LeasedSequencer.open(workers, request, layout.format(), rule, startWait, parking, resources);
        try {
            node.warnIfNotDurable(Snowflake.class, "snowflake node", Snowflake.notes(node));
            return new Snowflake(layout, node);
        } catch (RuntimeException | Error e) {
            // Nobody has the generator to close it, so its lease would be renewed for ever.
            node.close();
            throw e;
        }
    }
}
