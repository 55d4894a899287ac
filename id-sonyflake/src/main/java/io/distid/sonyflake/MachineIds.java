package io.distid.sonyflake;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds a machine id: a source gives one, a check proves it free or grants another, and a predicate decides last.
 *
 * <p>With neither check nor predicate, the source's id is used. Closes none of the three; their openers close them.
 */
record MachineIds(
        WorkerIds source,
        @Nullable WorkerIds check,
        ConflictPolicy conflict,
        @Nullable IntPredicate predicate) implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(Sonyflake.class.getName());

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        WorkerLease lease = check == null ? source.acquire(request) : proven(request, check);
        if (predicate != null) {
            try {
                requireAccepted(lease.workerId(), predicate);
            } catch (RuntimeException | Error e) {
                giveBack(lease, request);
                throw e;
            }
        }
        return lease;
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return (check == null ? source : check).firstStart(request);
    }

    @Override
    public boolean isDurable() {
        return (check == null ? source : check).isDurable();
    }

    @Override
    public void close() {
        // Nothing to close: this holds no resource.
    }

    private WorkerLease proven(WorkerRequest request, WorkerIds check) {
        int derived = derive(request);
        WorkerLease lease;
        try {
            lease = check.acquire(wanted(request, derived));
        } catch (IdsExhaustedException e) {
            if (conflict == ConflictPolicy.REFUSE) {
                throw new ConfigException(
                        "machine id " + derived + " is taken: " + e.getMessage()
                                + ". Give this machine another id, or let it move to a free one with on-conflict=move.",
                        e);
            }
            throw e;
        }
        if (!lease.isDurable()) {
            giveBack(lease, request);
            throw new ConfigException("the check cannot prove that machine id " + derived + " is free, since it"
                    + " keeps no record of holders: take a check that does, such as redis, mysql, postgresql,"
                    + " zookeeper or etcd, or leave the check out");
        }
        if (lease.workerId() != derived) {
            LOG.log(
                    Level.WARNING,
                    "sonyflake machine id is " + lease.workerId() + ", not the derived " + derived + ": in namespace \""
                            + request.namespace()
                            + "\" the derived one is taken, or the check keeps another id for this machine");
        }
        return lease;
    }

    /** The source's id. Its lease is released at once, since the check leases the id next. */
    private int derive(WorkerRequest request) {
        if (source.isDurable()) {
            // Checked before the source is asked, since the request would create what it leases from.
            throw leased("the machine id");
        }
        WorkerLease lease = source.acquire(request);
        giveBack(lease, request);
        if (lease.isDurable()) {
            throw leased("machine id " + lease.workerId());
        }
        return lease.workerId();
    }

    private static ConfigException leased(String id) {
        return new ConfigException(
                id + " comes from a source that leases ids, and so proves them free itself: leave the check out, or"
                        + " take a source that derives ids, such as worker=ip, hostname or fixed");
    }

    private WorkerRequest wanted(WorkerRequest request, int derived) {
        return (conflict == ConflictPolicy.REFUSE ? request.withIds(derived, derived) : request)
                .withPreferredId(derived);
    }

    private static void requireAccepted(int machineId, IntPredicate predicate) {
        boolean accepted;
        try {
            accepted = predicate.test(machineId);
        } catch (RuntimeException e) {
            throw new BackendException("the check of machine id " + machineId + " failed: " + e, e);
        }
        if (!accepted) {
            throw new ConfigException("machine id " + machineId
                    + " is taken: its check says no. Give this machine another id, or find out who has this one.");
        }
    }

    /** Releases a lease under which nothing was stamped. */
    private static void giveBack(WorkerLease lease, WorkerRequest request) {
        lease.release(lease.stampedUntil() == Long.MIN_VALUE ? request.clock().millis() : lease.stampedUntil());
    }
}
