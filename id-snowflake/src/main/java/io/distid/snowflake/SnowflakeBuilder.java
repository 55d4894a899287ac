package io.distid.snowflake;

import io.distid.ConfigException;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.time.ClockRule;
import io.distid.time.CoarseClock;
import io.distid.time.TickSequencer;
import io.distid.worker.Holders;
import io.distid.worker.LiveWorkers;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/** Settings of a {@link Snowflake}. Not safe for use by several threads; what it opens is. */
public final class SnowflakeBuilder {
    private static final System.Logger LOG = System.getLogger(Snowflake.class.getName());

    private SnowflakeLayout layout = SnowflakePreset.DISTID.layout();
    private ClockRule rule = ClockRule.DEFAULT;
    private InstantSource clock = InstantSource.system();
    private OptionalInt datacenter = OptionalInt.empty();
    private String namespace = "snowflake";
    private Duration reservation = Duration.ofSeconds(3);
    private Duration startWait = Duration.ofSeconds(15);

    SnowflakeBuilder() {}

    /**
     * How the bits are split.
     *
     * @param layout default {@link SnowflakePreset#DISTID}
     * @return this
     */
    public SnowflakeBuilder layout(SnowflakeLayout layout) {
        this.layout = Objects.requireNonNull(layout, "layout");
        return this;
    }

    /**
     * Lead, wait and sequence start.
     *
     * @param rule default {@link ClockRule#DEFAULT}
     * @return this
     */
    public SnowflakeBuilder rule(ClockRule rule) {
        this.rule = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /**
     * The clock. A {@link CoarseClock} is closed with the generator.
     *
     * @param clock default the system's, read for each id
     * @return this
     */
    public SnowflakeBuilder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * This node's datacenter. Worker ids are then granted within it; without one, they span datacenter and worker bits.
     *
     * @param datacenter within the layout's bits
     * @return this
     */
    public SnowflakeBuilder datacenter(int datacenter) {
        this.datacenter = OptionalInt.of(datacenter);
        return this;
    }

    /**
     * Whose worker ids: generators that may not repeat each other's ids share a namespace.
     *
     * @param namespace default {@code snowflake}
     * @return this
     */
    public SnowflakeBuilder namespace(String namespace) {
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        return this;
    }

    /**
     * How far ahead ticks are reserved.
     *
     * @param reservation default 3 s; a crash costs at most this
     * @return this
     */
    public SnowflakeBuilder reservation(Duration reservation) {
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        return this;
    }

    /**
     * How long opening may wait for a crashed predecessor's reservation to end.
     *
     * @param startWait default 15 s
     * @return this
     */
    public SnowflakeBuilder startWait(Duration startWait) {
        this.startWait = Objects.requireNonNull(startWait, "startWait");
        return this;
    }

    /**
     * Takes a worker id and opens the generator.
     *
     * @param workers asked for one id; stays the caller's to close, after the generator
     * @return ready for use
     * @throws ConfigException if the settings do not fit together
     * @throws io.distid.IdException if no worker id can be had, or the predecessor's reservation lasts longer than
     *     {@code startWait}
     */
    public Snowflake open(WorkerIds workers) {
        return open(workers, List.of());
    }

    /** Takes a worker id and opens the generator, which ends the given things when it is closed. */
    Snowflake open(WorkerIds workers, List<Runnable> atClose) {
        requireSound();
        int datacenterId = datacenter.orElse(0);
        String scope = datacenter.isPresent() ? namespace + ".dc" + datacenterId : namespace;
        int lastWorker = datacenter.isPresent() ? (1 << layout.workerBits()) - 1 : layout.lastNode();
        WorkerLease lease = workers.acquire(new WorkerRequest(
                scope,
                lastWorker,
                OptionalInt.empty(),
                reservation,
                layout.fingerprint(),
                Holders.self(),
                exact(clock)));
        List<Runnable> ends = new ArrayList<>();
        try {
            WorkerLease node =
                    datacenter.isPresent() ? new NodeLease(lease, datacenterId << layout.workerBits()) : lease;
            requireCovered(lease);
            ends.add(LiveWorkers.enter(namespace, node.workerId(), "another snowflake generator"));
            TickSequencer sequencer = new TickSequencer(layout.format(), rule, clock, lease);
            sequencer.awaitFirst(startWait);
            if (lease.reservedUntil() == Long.MAX_VALUE) {
                LOG.log(Level.WARNING, "snowflake worker " + node.workerId() + ": " + SnowflakeProvider.RESTS_ON_CLOCK);
            }
            if (clock instanceof CoarseClock coarse) {
                ends.add(coarse::close);
            }
            ends.addAll(atClose);
            return new Snowflake(layout, sequencer, node, ends);
        } catch (RuntimeException | Error e) {
            ends.forEach(Runnable::run);
            lease.release(Math.max(lease.stampedUntil(), 0));
            throw e;
        }
    }

    /** A starved ticker must not keep the reservation from being renewed. */
    private static InstantSource exact(InstantSource clock) {
        return clock instanceof CoarseClock coarse ? coarse.exact() : clock;
    }

    private void requireSound() {
        Instant now = clock.instant();
        if (layout.epoch().isAfter(now)) {
            throw new ConfigException(
                    "epoch is " + layout.epoch() + ", but the clock shows " + now + ": the epoch must lie in the past");
        }
        int lastDatacenter = (1 << layout.datacenterBits()) - 1;
        if (datacenter.isPresent() && (datacenter.getAsInt() < 0 || datacenter.getAsInt() > lastDatacenter)) {
            throw new ConfigException("datacenter is " + datacenter.getAsInt() + ": must be from 0 to " + lastDatacenter
                    + ", as the layout has it");
        }
    }

    private void requireCovered(WorkerLease lease) {
        if (lease.reservedUntil() != Long.MAX_VALUE && rule.maxLead().compareTo(reservation) > 0) {
            throw new ConfigException("max lead is " + rule.maxLead() + ", longer than the reservation of "
                    + reservation + ": ids may not lead further than ticks are reserved");
        }
    }
}
