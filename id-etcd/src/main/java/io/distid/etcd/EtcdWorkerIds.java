package io.distid.etcd;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;

/** Leases from the keys of a namespace. Remembers the bounds that were confirmed, so that an etcd which lost them is noticed. */
final class EtcdWorkerIds implements WorkerIds {
    private static final int PASSES = 64;
    /** A transaction would renew all or none. */
    private static final int RENEWALS_AT_A_TIME = 4;

    private final Etcd etcd;
    private final String prefix;
    private final boolean create;
    private final Duration maxAhead;
    private final EtcdKnownBounds bounds = new EtcdKnownBounds();
    private final LeaseRenewer renewer = new LeaseRenewer(RENEWALS_AT_A_TIME);

    EtcdWorkerIds(Etcd etcd, String prefix, boolean create, Duration maxAhead) {
        this.etcd = etcd;
        this.prefix = prefix;
        this.create = create;
        this.maxAhead = maxAhead;
    }

    /** How long a lease of etcd lives that nobody keeps alive: at least a reservation. Never less than what etcd's own elections take. */
    static long timeToLive(WorkerRequest request) {
        return request.reservation().plusMillis(999).toSeconds();
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        EtcdHorizon horizon = new EtcdHorizon(request, maxAhead);
        EtcdNamespace namespace = new EtcdNamespace(etcd, prefix, request, horizon);
        for (int pass = 0; pass < PASSES; pass++) {
            EtcdNamespace.Members members = namespace.read(create);
            if (members == null) {
                continue;
            }
            EtcdAcquirePass look = new EtcdAcquirePass(etcd, namespace, members, request, horizon, bounds, renewer);
            if (look.isFull()) {
                throw full(namespace, look, request);
            }
            WorkerLease lease = look.take();
            if (lease != null) {
                return lease;
            }
        }
        throw new BackendException("no worker id of " + namespace.name() + " could be taken in " + PASSES
                + " passes: others were always faster; try again");
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
    public void close() {
        etcd.close();
    }
}
