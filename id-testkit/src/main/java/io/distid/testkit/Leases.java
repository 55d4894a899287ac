package io.distid.testkit;

import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.util.concurrent.atomic.AtomicReference;

/** Leases that a test renews by hand, so that they do not depend on when a thread gets a core. Stateless. */
public final class Leases {
    private Leases() {}

    /**
     * Acquires a lease that only its caller renews.
     *
     * @param source a source whose leases are {@link RenewedLease}s
     * @param request a request with a reservation longer than the test, unless the lease is to expire
     * @return the lease
     * @throws io.distid.IdException as {@link WorkerIds#acquire}
     */
    public static RenewedLease byHand(WorkerIds source, WorkerRequest request) {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        source.acquire(request.withRenewer(lease::set));
        return lease.get();
    }

    /**
     * Renews until the bound is above another. The first bound of a new namespace takes {@code max-ahead} to move.
     *
     * @param lease a lease that is held
     * @param bound the other bound, in epoch ms
     * @throws AssertionError if the lease is lost, or the bound does not move within {@link Eventually#LIMIT}
     */
    public static void renewAbove(RenewedLease lease, long bound) {
        Eventually.await("a bound above " + bound).until(() -> {
            boolean renewed = lease.renew();
            if (lease.health().lost()) {
                throw new AssertionError(lease + " is lost", lease.failure());
            }
            return renewed && lease.reservedUntil() > bound;
        });
    }
}
