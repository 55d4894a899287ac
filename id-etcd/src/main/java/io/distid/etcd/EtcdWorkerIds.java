package io.distid.etcd;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.worker.AcquireRetries;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Leases from the keys of a namespace. Remembers the bounds that were confirmed, so that an etcd which lost them is noticed. */
final class EtcdWorkerIds implements WorkerIds {
    private static final int PASSES = 64;
    /** Of these, those that may wait for a clock: 4 s. */
    private static final int WAITS = 20;

    private static final long WAIT_NANOS = 200_000_000;
    private final Etcd etcd;
    private final String prefix;
    private final boolean create;
    private final Duration maxAhead;
    private final KnownBounds bounds = new KnownBounds();
    /** How many ids of a namespace that is too large for one answer are looked at first. */
    private volatile int looked = IdWindow.MANY;

    private final LeaseRenewer renewer;

    EtcdWorkerIds(Etcd etcd, String prefix, boolean create, Duration maxAhead) {
        this.etcd = etcd;
        this.prefix = prefix;
        this.create = create;
        this.maxAhead = maxAhead;
        this.renewer = EtcdLeaseBatch.renewer(etcd);
    }

    /** How long a lease of etcd lives that nobody keeps alive: at least a reservation. Never less than what etcd's own elections take. */
    static long timeToLive(WorkerRequest request) {
        return request.reservation().plusMillis(999).toSeconds();
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        EtcdHorizon horizon = new EtcdHorizon(request, maxAhead);
        EtcdNamespace namespace = new EtcdNamespace(etcd, prefix, request, horizon);
        AcquireRetries retries = new AcquireRetries(AcquireRetries.DEFAULT_TIMEOUT);
        for (int pass = 0; pass < PASSES; pass++) {
            EtcdAcquirePass look = look(namespace, request, horizon);
            if (look != null && pass < WAITS && look.isALittleFar()) {
                LockSupport.parkNanos(WAIT_NANOS);
                continue;
            }
            WorkerLease lease = look == null ? null : look.take();
            if (lease != null) {
                return lease;
            }
            // A header that was just made needs no pause.
            if (look != null && !retries.pause()) {
                break;
            }
        }
        throw new BackendException("no worker id of " + namespace.name() + " could be taken in " + PASSES
                + " passes or " + AcquireRetries.DEFAULT_TIMEOUT.toSeconds()
                + " s: others were always faster; try again");
    }

    /**
     * Looks for free ids: among some of many first, and among all where those have none that can be used as soon as any.
     *
     * @return null if the header has just been written
     */
    private @Nullable EtcdAcquirePass look(EtcdNamespace namespace, WorkerRequest request, EtcdHorizon horizon) {
        IdWindow window = IdWindow.of(request, looked);
        EtcdNamespace.Members some = window == null ? null : namespace.read(window);
        if (some != null) {
            EtcdAcquirePass look = new EtcdAcquirePass(etcd, namespace, some, request, horizon, bounds, renewer);
            looked = look.hasManyFree() ? IdWindow.FEW : IdWindow.MANY;
            if (look.hasReady()) {
                return look;
            }
        }
        EtcdNamespace.Members all = namespace.read(create);
        if (all == null) {
            return null;
        }
        EtcdAcquirePass look = new EtcdAcquirePass(etcd, namespace, all, request, horizon, bounds, renewer);
        if (look.isFull()) {
            throw full(namespace, look, request);
        }
        return look;
    }

    private static IdsExhaustedException full(EtcdNamespace namespace, EtcdAcquirePass look, WorkerRequest request) {
        return new IdsExhaustedException("all worker ids from " + request.firstId() + " to " + request.lastId() + " of "
                + namespace.name() + " are held: " + look.holders() + "; stop a holder, or allow more ids");
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return create ? new EtcdHorizon(request, maxAhead).firstStart() : Duration.ZERO;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() {
        etcd.close();
    }
}
