package io.distid.etcd;

import io.distid.worker.LeaseBatch;
import io.distid.worker.LeaseRenewal;
import io.distid.worker.LeaseRenewer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Renews records of one source together: one request keeps their leases of etcd alive, and one transaction has a transaction for each record in it, which is
 * carried out under its own comparison.
 */
record EtcdLeaseBatch(Etcd etcd) implements LeaseBatch {
    /** etcd takes 128 by default (its {@code --max-txn-ops}), of the outer and the largest inner transaction together. */
    private static final int MOST = 64;
    /**
     * More than one, so that a request that hangs does not hold up all. With two that read answers, one of the HTTP client's and two that tell listeners a
     * source has at most eight.
     */
    private static final int RENEWAL_THREADS = 3;

    private record Part(LeaseRenewal asked, EtcdLeaseBackend lease, EtcdLeaseBackend.Attempt attempt) {}

    /** For all records of a source. */
    static LeaseRenewer renewer(Etcd etcd) {
        return new LeaseRenewer(RENEWAL_THREADS, MOST, new EtcdLeaseBatch(etcd));
    }

    @Override
    public void renew(List<LeaseRenewal> renewals) {
        Set<Long> alive = etcd.keepAlive(
                renewals.stream().map(asked -> lease(asked).lease()).toList());
        List<Part> parts = new ArrayList<>();
        for (LeaseRenewal asked : renewals) {
            EtcdLeaseBackend lease = lease(asked);
            asked.attempt(() -> parts.add(
                    new Part(asked, lease, lease.begin(asked.reservedUntil(), alive.contains(lease.lease())))));
        }
        if (parts.isEmpty()) {
            return;
        }
        Transaction all = new Transaction();
        parts.forEach(part -> all.inner(part.attempt.transaction()));
        List<Etcd.Outcome> outcomes;
        try {
            outcomes = etcd.commit(all).inner();
        } catch (LeaseOverException | TransactionTooLargeException e) {
            // Nothing was written, for the sake of one of them or of their number.
            parts.forEach(EtcdLeaseBatch::renewAlone);
            return;
        }
        for (int i = 0; i < Math.min(parts.size(), outcomes.size()); i++) {
            Part part = parts.get(i);
            Etcd.Outcome outcome = outcomes.get(i);
            if (part.asked.attempt(() -> part.lease.settle(part.attempt, outcome))) {
                part.asked.moved();
            }
        }
    }

    private static EtcdLeaseBackend lease(LeaseRenewal asked) {
        return (EtcdLeaseBackend) asked.lease();
    }

    private static void renewAlone(Part part) {
        if (part.asked.attempt(() -> part.lease.renew(part.asked.reservedUntil()))) {
            part.asked.moved();
        }
    }
}
