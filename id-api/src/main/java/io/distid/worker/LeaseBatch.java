package io.distid.worker;

import java.util.List;

/**
 * A source's way to renew several of its leases by one request to its store. Safe for use by
 * any number of threads; no lease is part of two calls at a time.
 */
@FunctionalInterface
interface LeaseBatch {

    /**
     * Renews leases of this source, each as {@link LeaseBackend#renew(long)} would, and answers each by itself: what becomes of one is
     * nothing to the others. Which ones have no answer when this returns, or throws, counts as not answered by the store.
     *
     * @param renewals one or more; given their answers in here
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; of those that have no answer yet it is
     *     unknown whether their bounds moved
     */
    void renew(List<LeaseRenewal> renewals);

    /** A lease that may be renewed by a batch, with others of its source. It is renewed alone or by the batch, never by both at a time. */
    interface Member extends LeaseBackend {
        /** Who renews the leases of the source, this one among them: the same for all, so that few threads renew them. */
        LeaseRenewer renewer();
    }
}
