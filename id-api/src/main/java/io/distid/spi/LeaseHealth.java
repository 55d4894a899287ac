package io.distid.spi;

import java.time.Instant;

/**
 * How a lease stands at one moment.
 *
 * @param workerId the id held
 * @param reservedUntil the last instant a tick may start at
 * @param lastRenewal when the bound was last made durable, by the holder's clock
 * @param renewalsFailed how many renewals have failed since the lease was taken
 * @param lost whether the lease is gone for good
 */
public record LeaseHealth(
        int workerId, Instant reservedUntil, Instant lastRenewal, long renewalsFailed, boolean lost) {}
