package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.internal.BackgroundLog;
import io.distid.internal.CleanUp;
import io.distid.internal.lease.LossShutdown;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.time.TickFormat;
import io.distid.internal.time.TickSequencer;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.time.StampBound;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A worker id and the sequencer that stamps within its lease, taken and released together. Snowflake and Sonyflake are built from it. Safe for use by
 * any number of threads.
 *
 * @see TickSequencer
 */
public final class LeasedSequencer implements AutoCloseable {
    private static final String RESTS_ON_CLOCK =
            "restart safety rests on the clock: no store keeps the last tick, so a clock set back while the process is down"
                    + " can repeat ids, and so can a restart within max-lead";

    private final WorkerLease lease;
    private final TickSequencer sequencer;
    private final InstantSource clock;
    private final LiveWorkers.Use use;
    private final LeaseResources resources;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LeasedSequencer(
            WorkerLease lease,
            TickSequencer sequencer,
            InstantSource clock,
            LiveWorkers.Use use,
            LeaseResources resources) {
        this.lease = lease;
        this.sequencer = sequencer;
        this.clock = clock;
        this.use = use;
        this.resources = resources;
    }

    /**
     * Takes a worker id, and waits until its first tick may be stamped.
     *
     * <p>A {@link CoarseClock} of the request is closed with the generator, or at once if this fails.
     *
     * @param workers asked for one id; stays the caller's to close
     * @param request what it is asked; its clock is read for each state
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param startWait how long to wait for the end of a crashed predecessor's reservation
     * @throws IdsExhaustedException if the format's time is over
     * @throws ConfigException if the epoch is in the future, the sequence start does not fit the format, or the lead is longer than the reservation.
     *     Also if the source's first start would take longer than {@code startWait}, or the worker id is in use in this process.
     * @throws io.distid.ClockBehindException if the predecessor's reservation lasts longer than {@code startWait}
     * @throws io.distid.IdException if no worker id can be had
     */
    public static LeasedSequencer open(
            WorkerIds workers, WorkerRequest request, TickFormat format, ClockLimits rule, Duration startWait) {
        return LeaseResources.open(
                resources -> open(workers, request, format, rule, startWait, Parking.SYSTEM, resources));
    }

    /**
     * Takes a worker id as part of {@link LeaseResources#open opening a generator}, which closes what it owns if this fails.
     *
     * @param workers asked for one id; stays the caller's to close, or that of {@code resources}
     * @param request what it is asked; its clock is read for each state
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param startWait how long to wait for the end of a crashed predecessor's reservation
     * @param parking how to wait: {@link Parking#SYSTEM}, but in simulations, which own time
     * @param resources closed with the generator; the request's clock is added to them
     * @throws io.distid.IdException as {@link #open(WorkerIds, WorkerRequest, TickFormat, ClockLimits, Duration)}
     */
    public static LeasedSequencer open(
            WorkerIds workers,
            WorkerRequest request,
            TickFormat format,
            ClockLimits rule,
            Duration startWait,
            Parking parking,
            LeaseResources resources) {
        InstantSource clock = resources.clock(request.clock());
        // A starved clock thread must not keep the reservation from being renewed.
        InstantSource exact = clock instanceof CoarseClock coarse ? coarse.exact() : clock;
        requireWithin(format, exact.instant());
        if (workers.isDurable()) {
            requireReserved(rule, request);
        }
        // Refuses a rule that does not fit the format. The sequencer that is used needs the lease, so this one is
        // dropped.
        new TickSequencer(format, rule, exact, StampBound.NONE, parking);
        requireStartWait(startWait, rule.maxLead(), workers.firstStart(request));
        WorkerLease lease = workers.acquire(request.withClock(exact));
        LiveWorkers.Use use = null;
        TickSequencer sequencer = null;
        try {
            if (lease.isDurable()) {
                requireReserved(rule, request);
            }
            use = LiveWorkers.enter(request.namespace(), lease.workerId(), request.fingerprint());
            // Read only now: before the id was entered, another generator of this process could stamp on it and close.
            StampBound bound = aboveOwnStamps(request, lease);
            sequencer = new TickSequencer(format, rule, clock, bound, parking);
            lease.onLoss(new Loss(lease, sequencer, use));
            sequencer.awaitFirst(startWait);
            return new LeasedSequencer(lease, sequencer, exact, use, resources);
        } catch (RuntimeException | Error e) {
            TickSequencer discarded = sequencer;
            LiveWorkers.Use left = use;
            CleanUp.after(e, () -> discard(discarded, left));
            CleanUp.after(e, () -> giveBackUnused(lease, request, format));
            throw e;
        }
    }

    /** Discards a sequencer that no caller got. */
    private static void discard(@Nullable TickSequencer sequencer, LiveWorkers.@Nullable Use use) {
        try {
            if (sequencer != null) {
                // Closed, since a coarse clock would go on driving it, and the next generator on that clock would read
                // it.
                sequencer.close();
            }
        } finally {
            if (use != null) {
                use.leave(Long.MIN_VALUE);
            }
        }
    }

    private static void giveBackUnused(WorkerLease lease, WorkerRequest request, TickFormat format) {
        long stamp;
        try {
            stamp = Math.max(aboveOwnStamps(request, lease).stampedUntil(), format.epochMillis());
        } catch (RuntimeException | Error e) {
            // Released with the whole reservation.
            lease.close();
            throw e;
        }
        lease.release(stamp);
    }

    /**
     * The lease, raised to the last stamp of this process on the worker id, which a store that went back does not know. A lease without a store
     * begins there anyway.
     */
    private static StampBound aboveOwnStamps(WorkerRequest request, WorkerLease lease) {
        long stamped = LiveWorkers.lastStamp(request.namespace(), lease.workerId(), request.fingerprint());
        return lease.isDurable() && stamped > lease.stampedUntil() ? new RaisedBound(lease, stamped) : lease;
    }

    /** A bound whose predecessor stamped further than its store says. */
    private record RaisedBound(StampBound lease, long ownStamp) implements StampBound {
        @Override
        public long stampedUntil() {
            return Math.max(ownStamp, lease.stampedUntil());
        }

        @Override
        public long reservedUntil() {
            return lease.reservedUntil();
        }

        @Override
        public @Nullable IdException failure() {
            return lease.failure();
        }

        @Override
        public void want(long tickStart) {
            lease.want(tickStart);
        }
    }

    /**
     * The lease on the worker id.
     *
     * @return not to be closed by the caller
     */
    public WorkerLease lease() {
        return lease;
    }

    /**
     * The source of states.
     *
     * @return not to be closed by the caller
     */
    public TickSequencer sequencer() {
        return sequencer;
    }

    /**
     * The clock that ticks are counted by.
     *
     * @return the exact one, where the request's is a {@link CoarseClock}
     */
    public InstantSource clock() {
        return clock;
    }

    /** How the lease and the sequencer stand. */
    public IdStats stats() {
        return sequencer.stats().lease(lease.health()).build();
    }

    /**
     * Notes for operators on ids of this worker id, for {@link io.distid.IdTraits#notes()}.
     *
     * @param checked whether another check than a durable lease excludes other machines from the worker id
     * @param check the check that would exclude them, such as {@code a check by name}
     * @return empty if a store that all nodes share keeps the last tick
     */
    public List<String> notes(boolean checked, String check) {
        if (lease.isDurable() && lease.isExclusive()) {
            return List.of();
        }
        String restsOnOperator = "nothing checks that no other machine has this worker id: " + check + " does";
        if (lease.isDurable()) {
            return List.of(restsOnOperator);
        }
        return checked ? List.of(RESTS_ON_CLOCK) : List.of(RESTS_ON_CLOCK, restsOnOperator);
    }

    /**
     * Logs the notes if no store keeps the last tick. The log comes a moment later, so that the first id does not wait for it.
     *
     * @param name what the generator calls a worker id, such as {@code snowflake node}
     * @see BackgroundLog
     */
    public void warnIfNotDurable(Class<?> source, String name, List<String> notes) {
        if (!lease.isDurable()) {
            BackgroundLog.warn(source, name + " " + lease.workerId() + ": " + String.join("; ", notes));
        }
    }

    /**
     * Ends issuing, releases the worker id with the exact last tick, then closes the resources, whether or not the store answers. A second call does
     * nothing, unless the first could not end issuing. An interrupt does not disturb it, and the thread stays interrupted.
     *
     * @throws io.distid.BackendException if the store does not answer; the id then becomes free once the reservation is over
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            long lastStamp;
            boolean ended = false;
            try {
                lastStamp = endIssuing();
                ended = true;
            } finally {
                // A generator that may still issue ids keeps its lease, and a further call tries again.
                closed.set(ended);
            }
            try {
                giveBack(lastStamp);
            } finally {
                resources.close();
            }
        }
    }

    private long endIssuing() {
        try {
            return sequencer.close();
        } catch (RuntimeException | Error e) {
            // The second call may succeed: the first call's result is kept.
            return sequencer.close();
        }
    }

    private void giveBack(long lastStamp) {
        try {
            // Left before the release: the next holder may be in this process, too, and must be able to enter.
            use.leave(lastStamp);
        } finally {
            lease.release(lastStamp);
        }
    }

    /**
     * A loss ends issuing at once, though the bound may lie ahead. The bound protects only if the next holder begins above it, and after a loss this
     * is unknown. The mark in this process is also removed, so that a successor need not wait for the close. (A class and no lambda, since the first
     * lambda of a JVM costs several ms.)
     */
    private record Loss(WorkerLease lease, TickSequencer sequencer, LiveWorkers.Use use) implements LossShutdown {
        @Override
        public void run() {
            IdException failure = lease.failure();
            use.leave(sequencer.lose(failure == null ? new LeaseLostException("the lease is lost") : failure));
        }
    }

    /** Checked before a worker id is asked for, so that a store gets no ticks that no clock will show. */
    private static void requireWithin(TickFormat format, Instant now) {
        if (format.epoch().isAfter(now)) {
            throw new ConfigException(
                    "the epoch is " + format.epoch() + ", but the clock shows " + now + ": it must lie in the past");
        }
        if (!now.isBefore(format.endOfLife())) {
            throw new IdsExhaustedException("time is exhausted: " + format.timeBits() + " bits of "
                    + format.tickMillis()
                    + " ms from " + format.epoch() + " ended at " + format.endOfLife() + "; the clock shows " + now
                    + ". Take more time bits, a longer tick or a later epoch.");
        }
    }

    private static void requireReserved(ClockLimits rule, WorkerRequest request) {
        if (rule.maxLead().compareTo(request.reservation()) > 0) {
            throw new ConfigException("max-lead is " + rule.maxLead().toMillis()
                    + " ms, longer than the reservation of "
                    + request.reservation().toMillis()
                    + " ms: ids may not lead further than ticks are reserved. Lower max-lead, or raise reservation.");
        }
    }

    /** Refuses, before anything is created, a start that would take too long. */
    private static void requireStartWait(Duration startWait, Duration lead, Duration firstStart) {
        Duration least = firstStart.minus(lead);
        if (startWait.compareTo(least) < 0) {
            throw new ConfigException("start-wait is " + startWait.toMillis()
                    + " ms, but the first id of a new namespace or file lies "
                    + firstStart.toMillis()
                    + " ms ahead of the clock (max-ahead and reservation; for a worker file, twice the"
                    + " reservation). Set start-wait to at least " + least.toMillis()
                    + " ms, or lower max-ahead and"
                    + " reservation on all nodes. If this is not the first start, remove create=true or"
                    + " file-create=true.");
        }
    }
}
