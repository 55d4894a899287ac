package io.distid.etcd;

import io.distid.BackendException;
import io.distid.worker.LeaseBatch;
import io.distid.worker.LeaseRenewal;
import io.distid.worker.LeaseRenewer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Renews records of one source together: streams of requests keep their leases of etcd alive, and one transaction has a transaction for each record in it, which is
 * carried out under its own comparison. Those that need a request of their own come after the others.
 */
final class EtcdLeaseBatch implements LeaseBatch {
    /** etcd takes 128 by default (its {@code --max-txn-ops}), of the outer and the largest inner transaction together. */
    private static final int MOST = 64;
    /** As many as the gateway reads at a time: it drops what it has not read once it begins to answer. */
    private static final int MOST_KEPT_ALIVE = 16;
    /** Those of the round wait for them. */
    private static final int MOST_ALONE = 8;
    /**
     * More than one, so that a request that hangs does not hold up all. With two that read answers, one of the HTTP client's and two that tell listeners a
     * source has at most eight.
     */
    private static final int RENEWAL_THREADS = 3;

    private final Etcd etcd;
    private final StreamLimit keptAlive = new StreamLimit(MOST_KEPT_ALIVE);
    /** How many this etcd was not seen to refuse. */
    private volatile int mostOfTransaction = MOST;

    private record Part(LeaseRenewal asked, EtcdLeaseBackend lease, EtcdLeaseBackend.Attempt attempt) {}

    private EtcdLeaseBatch(Etcd etcd) {
        this.etcd = etcd;
    }

    /** For all records of a source. */
    static LeaseRenewer renewer(Etcd etcd) {
        return new LeaseRenewer(RENEWAL_THREADS, MOST, new EtcdLeaseBatch(etcd));
    }

    @Override
    public void renew(List<LeaseRenewal> renewals) {
        long since = etcd.nanoTime();
        Set<Long> alive =
                keepAlive(renewals.stream().map(asked -> lease(asked).lease()).toList());
        List<Part> parts = new ArrayList<>();
        List<LeaseRenewal> alone = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (LeaseRenewal asked : renewals) {
            EtcdLeaseBackend lease = lease(asked);
            // etcd refuses a transaction that writes a key twice: of one that was taken once more while its holder had
            // no answer.
            if (alive.contains(lease.lease()) && keys.add(lease.key())) {
                asked.attempt(() -> parts.add(new Part(asked, lease, lease.begin(asked.reservedUntil(), since, true))));
            } else {
                alone.add(asked);
            }
        }
        commit(parts);
        renewAlone(alone);
    }

    private Set<Long> keepAlive(List<Long> leases) {
        Set<Long> alive = new HashSet<>();
        for (int from = 0; from < leases.size(); ) {
            int to = Math.min(leases.size(), from + keptAlive.get());
            try {
                alive.addAll(etcd.keepAlive(leases.subList(from, to)));
            } catch (BackendException e) {
                keptAlive.failed(to - from);
                throw e;
            }
            keptAlive.succeeded();
            from = to;
        }
        return alive;
    }

    private void commit(List<Part> parts) {
        int most = mostOfTransaction;
        for (int from = 0; from < parts.size(); from += most) {
            commitTogether(parts.subList(from, Math.min(parts.size(), from + most)));
        }
    }

    private void commitTogether(List<Part> parts) {
        Transaction all = new Transaction();
        parts.forEach(part -> all.inner(part.attempt.transaction()));
        List<Etcd.Outcome> outcomes;
        try {
            outcomes = etcd.commit(all).inner();
        } catch (TransactionTooLargeException e) {
            // Another thread may have learned of fewer meanwhile.
            mostOfTransaction = Math.max(1, Math.min(mostOfTransaction, parts.size() / 2));
            divide(parts);
            return;
        } catch (LeaseOverException e) {
            divide(parts);
            return;
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> part.asked.failed(e));
            return;
        }
        if (outcomes.size() != parts.size()) {
            // Which is whose cannot be told then.
            BackendException failure = new BackendException("etcd at " + etcd.where() + " answered " + outcomes.size()
                    + " of " + parts.size() + " transactions that were sent together");
            parts.forEach(part -> part.asked.failed(failure));
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Etcd.Outcome outcome = outcomes.get(i);
            if (part.asked.attempt(() -> part.lease.settle(part.attempt, outcome))) {
                part.asked.moved();
            }
        }
    }

    /** Nothing was written, for the sake of one of them or of their number. */
    private void divide(List<Part> parts) {
        if (parts.size() == 1) {
            renewAlone(parts.get(0).asked);
        } else {
            commitTogether(parts.subList(0, parts.size() / 2));
            commitTogether(parts.subList(parts.size() / 2, parts.size()));
        }
    }

    private void renewAlone(List<LeaseRenewal> alone) {
        for (int i = 0; i < alone.size(); i++) {
            if (i < MOST_ALONE) {
                renewAlone(alone.get(i));
            } else {
                alone.get(i)
                        .failed(new BackendException("etcd at " + etcd.where() + ": the lease of etcd is over, and "
                                + MOST_ALONE + " others of this source are given another one first"));
            }
        }
    }

    private static void renewAlone(LeaseRenewal asked) {
        if (asked.attempt(() -> asked.lease().renew(asked.reservedUntil()))) {
            asked.moved();
        }
    }

    private static EtcdLeaseBackend lease(LeaseRenewal asked) {
        return (EtcdLeaseBackend) asked.lease();
    }
}
