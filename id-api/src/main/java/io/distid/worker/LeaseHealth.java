package io.distid.worker;

import java.time.Instant;

/**
 * How a lease stands at one moment. Immutable.
 *
 * @param workerId the id held
 * @param reservedUntil the last instant a tick may start at; {@link Instant#MAX} if the lease is not {@link WorkerLease#isDurable() durable}
 * @param lastRenewal when the bound was last stored, or the id was taken if nothing stores it, by the holder's clock
 * @param renewalsFailed how many renewals have failed since the lease was taken, and how often the renewing thread was interrupted
 * @param lost whether the lease is gone for good
 */
public record LeaseHealth(
        int workerId, Instant reservedUntil, Instant lastRenewal, long renewalsFailed, boolean lost) {}
