package io.distid.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source's way to renew several of its leases by one request to its store. Safe for use by any number of threads; no lease is part of two
 * calls at a time.
 */
@FunctionalInterface
interface LeaseBatch {

    /** A lease and its new bound, in epoch ms. */
    record Move(LeaseBackend lease, long bound) {}

    /**
     * Renews leases of this source, each as {@link LeaseBackend#renew(long)} would and independently of the others.
     *
     * @param moves one or more
     * @return for each, in their order: null if the store has confirmed its bound, else the exception of {@link LeaseBackend#renew(long)}
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether bounds moved is unknown
     */
    List<@Nullable Throwable> renew(List<Move> moves);

    /** A lease that may be renewed by a batch, with others of its source. It is renewed alone or by the batch, never by both at a time. */
    interface Member extends LeaseBackend {
        /** The renewer of all leases of the source. All share it, so a single thread renews them. */
        LeaseRenewer renewer();
    }
}
