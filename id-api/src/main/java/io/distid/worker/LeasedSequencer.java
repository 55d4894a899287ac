package io.distid.worker;

import io.distid.ConfigException;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.time.ClockRule;
import io.distid.time.Parking;
import io.distid.time.TickFormat;
import io.distid.time.TickSequencer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A worker id and the sequencer that stamps within its lease, taken and given back together: what Snowflake and Sonyflake are
 * made of. Safe for use by any number of threads.
 *
 * @see TickSequencer
 */
public final class LeasedSequencer implements AutoCloseable {
    private final WorkerLease lease;
    private final TickSequencer sequencer;
    private final String namespace;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LeasedSequencer(WorkerLease lease, TickSequencer sequencer, String namespace) {
        this.lease = lease;
        this.sequencer = sequencer;
        this.namespace = namespace;
    }

    /**
     * Takes a worker id, and waits until its first tick may be stamped.
     *
     * @param workers asked for one id
     * @param request what it is asked
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param clock read for each state
     * @param startWait how long to wait for the end of a crashed predecessor's reservation
     * @return ready for use
     * @throws ConfigException if the epoch is yet to come, the lead is longer than the reservation, or the worker id is in use
     *     in this process
     * @throws io.distid.ClockBehindException if the predecessor's reservation lasts longer than {@code startWait}
     * @throws io.distid.IdException if no worker id can be had
     */
    public static LeasedSequencer open(
            WorkerIds workers,
            WorkerRequest request,
            TickFormat format,
            ClockRule rule,
            InstantSource clock,
            Duration startWait) {
        return open(workers, request, format, rule, clock, startWait, Parking.SYSTEM);
    }

    /**
     * Takes a worker id, and waits as it is told, for simulations.
     *
     * @param workers asked for one id
     * @param request what it is asked
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param clock read for each state
     * @param startWait how long to wait for the end of a crashed predecessor's reservation
     * @param parking how to wait
     * @return ready for use
     * @throws io.distid.IdException as {@link #open(WorkerIds, WorkerRequest, TickFormat, ClockRule, InstantSource, Duration)}
     */
    public static LeasedSequencer open(
            WorkerIds workers,
            WorkerRequest request,
            TickFormat format,
            ClockRule rule,
            InstantSource clock,
            Duration startWait,
            Parking parking) {
        if (format.epochMillis() > clock.millis()) {
            throw new ConfigException("the epoch is " + format.epoch() + ", but the clock shows " + clock.instant()
                    + ": it must lie in the past");
        }
        WorkerLease lease = workers.acquire(request);
        boolean entered = false;
        TickSequencer sequencer = null;
        try {
            if (isDurable(lease) && rule.maxLead().compareTo(request.reservation()) > 0) {
                throw new ConfigException("max lead is " + rule.maxLead() + ", longer than the reservation of "
                        + request.reservation() + ": ids may not lead further than ticks are reserved");
            }
            LiveWorkers.enter(request.namespace(), lease.workerId());
            entered = true;
            // Only now: until the id was entered, another generator of this process could stamp on it and close.
            sequencer = new TickSequencer(format, rule, clock, lease, parking);
            sequencer.awaitFirst(startWait);
            return new LeasedSequencer(lease, sequencer, request.namespace());
        } catch (RuntimeException | Error e) {
            if (sequencer != null) {
                // Or a coarse clock would go on driving it, and the next generator on that clock would read it.
                sequencer.close();
            }
            if (entered) {
                LiveWorkers.leave(request.namespace(), lease.workerId(), Long.MIN_VALUE);
            }
            try {
                lease.release(Math.max(lease.stampedUntil(), format.epochMillis()));
            } catch (RuntimeException unreleased) {
                e.addSuppressed(unreleased);
            }
            throw e;
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
     * Whether a store keeps the bound of ticks, so that uniqueness does not rest on the clock.
     *
     * @return false for a source such as {@code fixed}
     */
    public boolean durable() {
        return isDurable(lease);
    }

    /** Ends issuing, and gives the worker id back with the exact last tick. A second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            long lastStamp = sequencer.close();
            // Before the release: whoever is granted the id from then on, in this process too, may enter.
            LiveWorkers.leave(namespace, lease.workerId(), lastStamp);
            lease.release(lastStamp);
        }
    }

    private static boolean isDurable(WorkerLease lease) {
        return lease.reservedUntil() != Long.MAX_VALUE;
    }
}
