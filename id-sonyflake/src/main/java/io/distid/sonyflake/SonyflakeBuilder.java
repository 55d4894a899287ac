package io.distid.sonyflake;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.worker.FixedWorkerIdsProvider;
import io.distid.internal.worker.IpWorkerIdsProvider;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.spi.IdConfig;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link Sonyflake}, those of the original under their own names. Not safe for use by several threads; what it opens is. */
public final class SonyflakeBuilder {

    private Instant startTime = SonyflakeFormat.DEFAULT.startTime();
    private Duration timeUnit = SonyflakeFormat.DEFAULT.timeUnit();
    private int bitsSequence = SonyflakeFormat.DEFAULT.bitsSequence();
    private int bitsMachineId = SonyflakeFormat.DEFAULT.bitsMachineId();
    private @Nullable IntSupplier machineId;
    private @Nullable IntPredicate checkMachineId;
    private @Nullable WorkerIds check;
    private ConflictPolicy conflict = ConflictPolicy.MOVE;
    private ClockLimits rule = ClockLimits.WAIT;
    private InstantSource clock = InstantSource.system();
    private String namespace = "sonyflake";
    private Duration reservation = Duration.ofSeconds(3);
    private Duration startWait = Duration.ofSeconds(30);

    SonyflakeBuilder() {}

    /**
     * Tick 0.
     *
     * @param startTime default 2014-09-01T00:00:00Z; must not be in the future
     */
    public SonyflakeBuilder startTime(Instant startTime) {
        this.startTime = Objects.requireNonNull(startTime, "startTime");
        return this;
    }

    /**
     * The length of a tick.
     *
     * @param timeUnit default 10 ms; whole ms, at least 1
     */
    public SonyflakeBuilder timeUnit(Duration timeUnit) {
        this.timeUnit = Objects.requireNonNull(timeUnit, "timeUnit");
        return this;
    }

    /**
     * Bits of the sequence. Time gets the bits that sequence and machine id leave, at least 32.
     *
     * @param bitsSequence default 8; from 0 (which is one id a tick, not the default) to 30
     */
    public SonyflakeBuilder bitsSequence(int bitsSequence) {
        this.bitsSequence = bitsSequence;
        return this;
    }

    /**
     * Bits of the machine id. Time gets the bits that sequence and machine id leave, at least 32.
     *
     * @param bitsMachineId default 16; from 0 (which is one machine, not the default) to 30
     */
    public SonyflakeBuilder bitsMachineId(int bitsMachineId) {
        this.bitsMachineId = bitsMachineId;
        return this;
    }

    /**
     * All bits, the time unit and the start time in one.
     *
     * @param format default {@link SonyflakeFormat#DEFAULT}
     */
    public SonyflakeBuilder format(SonyflakeFormat format) {
        return startTime(format.startTime())
                .timeUnit(format.timeUnit())
                .bitsSequence(format.bitsSequence())
                .bitsMachineId(format.bitsMachineId());
    }

    /**
     * The machine id source of {@link #open()}.
     *
     * @param machineId asked once at each opening; default: the low 16 bits of the private IPv4 address
     */
    public SonyflakeBuilder machineId(IntSupplier machineId) {
        this.machineId = Objects.requireNonNull(machineId, "machineId");
        return this;
    }

    /**
     * The machine id check, as the original has it: asked once at each opening, with the id that is to be used.
     *
     * <p>It has to keep the id from others by itself, and to free it. A {@link #check(WorkerIds) check by leases} does both.
     *
     * @param checkMachineId whether the id is this machine's alone; if not, or if it throws, no generator is opened
     */
    public SonyflakeBuilder checkMachineId(IntPredicate checkMachineId) {
        this.checkMachineId = Objects.requireNonNull(checkMachineId, "checkMachineId");
        return this;
    }

    /**
     * The machine id check that leases the id in a store, and releases it on close.
     *
     * @param check asked for the source's id first; stays the caller's to close, after the generator
     */
    public SonyflakeBuilder check(WorkerIds check) {
        this.check = Objects.requireNonNull(check, "check");
        return this;
    }

    /**
     * What to do if {@link #check(WorkerIds)} finds the id in use.
     *
     * @param conflict default {@link ConflictPolicy#MOVE}
     */
    public SonyflakeBuilder onConflict(ConflictPolicy conflict) {
        this.conflict = Objects.requireNonNull(conflict, "conflict");
        return this;
    }

    /**
     * Lead, wait and sequence start.
     *
     * @param rule default {@link ClockLimits#WAIT}; {@link ClockLimits#SONYFLAKE} is the original's
     */
    public SonyflakeBuilder rule(ClockLimits rule) {
        this.rule = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /**
     * The clock. A {@link CoarseClock} is closed with the generator, and if opening fails; so it serves one opening.
     *
     * @param clock default the system's
     */
    public SonyflakeBuilder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * The namespace of machine ids. Generators that must not repeat each other's ids share one.
     *
     * @param namespace default {@code sonyflake}
     */
    public SonyflakeBuilder namespace(String namespace) {
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        return this;
    }

    /**
     * How far ahead ticks are reserved, where machine ids are leased.
     *
     * @param reservation from 1 ms to 36500 days, default 3 s; a crash costs at most this
     */
    public SonyflakeBuilder reservation(Duration reservation) {
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        return this;
    }

    /**
     * How long opening may wait for a crashed predecessor's reservation to end.
     *
     * @param startWait default 30 s
     */
    public SonyflakeBuilder startWait(Duration startWait) {
        this.startWait = Objects.requireNonNull(startWait, "startWait");
        return this;
    }

    /**
     * Opens the generator with the id of {@link #machineId(IntSupplier)}, by default the low 16 bits of the private IPv4
     * address.
     *
     * @throws ConfigException if the settings do not fit together, the start time is in the future, or the machine id is out of range or taken. Also
     *     if there is no private address; the message then lists the addresses.
     * @throws BackendException if machine id source or check fail
     * @throws IdsExhaustedException if the format's time is over, or the check has no machine id left
     * @throws IdException if the predecessor's reservation lasts longer than {@code startWait}
     */
    public Sonyflake open() {
        return LeaseResources.open(resources -> {
            resources.clock(clock);
            // Made before the source is asked, since the source's id is compared with its bits.
            SonyflakeFormat format = format();
            IntSupplier given = machineId;
            WorkerIds source = given == null
                    ? open(new IpWorkerIdsProvider(), Map.of())
                    : open(new FixedWorkerIdsProvider(), Map.of("id", Integer.toString(ask(given, format))));
            resources.own(source::close);
            return open(source, resources);
        });
    }

    /**
     * Takes a machine id and opens the generator.
     *
     * @param machines asked for one id; stays the caller's to close, after the generator
     * @throws IdException as {@link #open()}
     */
    public Sonyflake open(WorkerIds machines) {
        return LeaseResources.open(resources -> open(machines, resources));
    }

    /** Takes a machine id as part of opening a generator that owns more. */
    Sonyflake open(WorkerIds machines, LeaseResources resources) {
        // The clock comes first, so that it is closed whatever fails.
        InstantSource owned = resources.clock(clock);
        SonyflakeFormat format = format();
        WorkerRequest request = new WorkerRequest(
                namespace, format.lastMachineId(), OptionalInt.empty(), reservation, format.fingerprint(), null, owned);
        LeasedSequencer machine = LeasedSequencer.open(
                new MachineIds(machines, check, conflict, checkMachineId),
                request,
                format.ticks(),
                rule,
                startWait,
                Parking.SYSTEM,
                resources);
        try {
            Sonyflake sonyflake = new Sonyflake(format, machine, check != null);
            machine.warnIfNotDurable(
                    Sonyflake.class, "sonyflake machine", sonyflake.traits().notes());
            return sonyflake;
        } catch (RuntimeException | Error e) {
            // Nobody has the generator to close it, so its lease would be renewed for ever.
            machine.close();
            throw e;
        }
    }

    private SonyflakeFormat format() {
        return new SonyflakeFormat(startTime, timeUnit, bitsSequence, bitsMachineId);
    }

    private static int ask(IntSupplier given, SonyflakeFormat format) {
        int id;
        try {
            id = given.getAsInt();
        } catch (RuntimeException e) {
            throw new BackendException("the machine id source failed: " + e, e);
        }
        if (id < 0 || id > format.lastMachineId()) {
            throw new ConfigException("machine id is " + id + ": must be from 0 to " + format.lastMachineId()
                    + ", as its " + format.bitsMachineId() + " bits hold");
        }
        return id;
    }

    private static WorkerIds open(WorkerIdsProvider provider, Map<String, String> settings) {
        return provider.open(IdConfig.of(provider, settings));
    }
}
