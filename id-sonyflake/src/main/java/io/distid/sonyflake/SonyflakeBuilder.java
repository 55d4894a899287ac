package io.distid.sonyflake;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.spi.WorkerRequest;
import io.distid.time.ClockRule;
import io.distid.worker.FixedWorkerIdsProvider;
import io.distid.worker.Holders;
import io.distid.worker.IpWorkerIdsProvider;
import io.distid.worker.LeasedSequencer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link Sonyflake}, those of the original under their own names. Not safe for use by several threads; what it
 * opens is.
 */
public final class SonyflakeBuilder {
    private static final System.Logger LOG = System.getLogger(Sonyflake.class.getName());

    private Instant startTime = SonyflakeFormat.DEFAULT.startTime();
    private Duration timeUnit = SonyflakeFormat.DEFAULT.timeUnit();
    private int bitsSequence = SonyflakeFormat.DEFAULT.bitsSequence();
    private int bitsMachineId = SonyflakeFormat.DEFAULT.bitsMachineId();
    private @Nullable IntSupplier machineId;
    private @Nullable IntPredicate checkMachineId;
    private @Nullable WorkerIds check;
    private Clash clash = Clash.MOVE;
    private ClockRule rule = ClockRule.DEFAULT;
    private InstantSource clock = InstantSource.system();
    private String namespace = "sonyflake";
    private Duration reservation = Duration.ofSeconds(3);
    private Duration startWait = Duration.ofSeconds(15);

    SonyflakeBuilder() {}

    /**
     * Tick 0.
     *
     * @param startTime default 2014-09-01T00:00:00Z; must not be in the future
     * @return this
     */
    public SonyflakeBuilder startTime(Instant startTime) {
        this.startTime = Objects.requireNonNull(startTime, "startTime");
        return this;
    }

    /**
     * The length of a tick.
     *
     * @param timeUnit default 10 ms; whole ms, at least 1
     * @return this
     */
    public SonyflakeBuilder timeUnit(Duration timeUnit) {
        this.timeUnit = Objects.requireNonNull(timeUnit, "timeUnit");
        return this;
    }

    /**
     * Bits of the sequence. Time gets the bits that sequence and machine id leave, at least 32.
     *
     * @param bitsSequence default 8; from 0 (which is one id a tick, not the default) to 30
     * @return this
     */
    public SonyflakeBuilder bitsSequence(int bitsSequence) {
        this.bitsSequence = bitsSequence;
        return this;
    }

    /**
     * Bits of the machine id. Time gets the bits that sequence and machine id leave, at least 32.
     *
     * @param bitsMachineId default 16; from 0 (which is one machine, not the default) to 30
     * @return this
     */
    public SonyflakeBuilder bitsMachineId(int bitsMachineId) {
        this.bitsMachineId = bitsMachineId;
        return this;
    }

    /**
     * All bits, the time unit and the start time in one.
     *
     * @param format default {@link SonyflakeFormat#DEFAULT}
     * @return this
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
     * @return this
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
     * @return this
     */
    public SonyflakeBuilder checkMachineId(IntPredicate checkMachineId) {
        this.checkMachineId = Objects.requireNonNull(checkMachineId, "checkMachineId");
        return this;
    }

    /**
     * The machine id check that takes the id in a store, and gives it back on close.
     *
     * @param check asked for the source's id first; stays the caller's to close, after the generator
     * @return this
     */
    public SonyflakeBuilder check(WorkerIds check) {
        this.check = Objects.requireNonNull(check, "check");
        return this;
    }

    /**
     * What becomes of an id that {@link #check(WorkerIds)} finds in use.
     *
     * @param clash default {@link Clash#MOVE}
     * @return this
     */
    public SonyflakeBuilder onClash(Clash clash) {
        this.clash = Objects.requireNonNull(clash, "clash");
        return this;
    }

    /**
     * Lead, wait and sequence start.
     *
     * @param rule default {@link ClockRule#DEFAULT}; {@link ClockRule#SONYFLAKE} is the original's
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
     * How far ahead ticks are reserved, where machine ids are leased.
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
     * Opens the generator with the id of {@link #machineId(IntSupplier)}, by default the low 16 bits of the private IPv4
     * address.
     *
     * @return ready for use
     * @throws ConfigException if the settings do not fit together, the start time is yet to come, there is no private
     *     address (the message lists those there are), or the machine id is out of range or taken
     * @throws BackendException if machine id source or check fail
     * @throws IdsExhaustedException if the format's time is over, or the check has no machine id left
     * @throws IdException if the predecessor's reservation lasts longer than {@code startWait}
     */
    public Sonyflake open() {
        IntSupplier given = machineId;
        WorkerIds source = given == null
                ? open(new IpWorkerIdsProvider(), Map.of())
                : open(new FixedWorkerIdsProvider(), Map.of("id", Integer.toString(ask(given))));
        return open(source, List.of(source::close));
    }

    /**
     * Takes a machine id and opens the generator.
     *
     * @param machines asked for one id; stays the caller's to close, after the generator
     * @return ready for use
     * @throws IdException as {@link #open()}
     */
    public Sonyflake open(WorkerIds machines) {
        return open(machines, List.of());
    }

    /** Takes a machine id and opens the generator, which ends the given things when it is closed. */
    Sonyflake open(WorkerIds machines, List<Runnable> atClose) {
        SonyflakeFormat format = new SonyflakeFormat(startTime, timeUnit, bitsSequence, bitsMachineId);
        requireWithin(format, clock.instant());
        WorkerRequest request = new WorkerRequest(
                namespace,
                format.lastMachineId(),
                OptionalInt.empty(),
                reservation,
                format.fingerprint(),
                Holders.self(),
                clock);
        LeasedSequencer machine = LeasedSequencer.open(
                new MachineIds(machines, check, clash, checkMachineId),
                request,
                format.ticks(),
                rule,
                clock,
                startWait);
        Sonyflake sonyflake = new Sonyflake(format, machine, check != null, atClose);
        sonyflake
                .traits()
                .notes()
                .forEach(note -> LOG.log(Level.WARNING, "sonyflake machine " + sonyflake.machineId() + ": " + note));
        return sonyflake;
    }

    private int ask(IntSupplier given) {
        int id;
        try {
            id = given.getAsInt();
        } catch (RuntimeException e) {
            throw new BackendException("the machine id source failed: " + e, e);
        }
        int last = (1 << bitsMachineId) - 1;
        if (id < 0 || id > last) {
            throw new ConfigException(
                    "machine id is " + id + ": must be from 0 to " + last + ", as its " + bitsMachineId + " bits hold");
        }
        return id;
    }

    private static WorkerIds open(WorkerIdsProvider provider, Map<String, String> settings) {
        return provider.open(IdConfig.of(provider, settings));
    }

    private static void requireWithin(SonyflakeFormat format, Instant now) {
        if (format.startTime().isAfter(now)) {
            throw new ConfigException("start time is " + format.startTime() + ", ahead of the clock, which shows " + now
                    + ": it must lie in the past");
        }
        Instant end = format.ticks().endOfLife();
        if (!now.isBefore(end)) {
            throw new IdsExhaustedException("time is exhausted: " + format.bitsTime() + " bits of "
                    + format.timeUnit().toMillis() + " ms from " + format.startTime() + " ended at " + end
                    + "; the clock shows " + now + ". Take fewer other bits, a longer unit or a later start time.");
        }
    }
}
