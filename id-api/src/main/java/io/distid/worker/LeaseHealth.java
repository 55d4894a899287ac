package io.distid.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a lease stands at one moment. Immutable.
 *
 * @param workerId the id held
 * @param at the moment, by the holder's clock
 * @param reservedUntil the last instant a tick may start at; null if the lease is not {@link WorkerLease#isDurable() durable}
 * @param reservation how far ahead of the clock a renewal moves the bound; null if the lease is not durable
 * @param lastRenewal when the bound was last stored, or the id was taken if nothing stores it, by the holder's clock
 * @param renewals how many renewals have moved the bound since the lease was taken
 * @param renewalsFailed how many renewals have failed since the lease was taken
 * @param lost whether the lease is gone for good
 * @param regressed whether the reason is that the store went back behind a confirmed bound; the store may then not know of the stamps made here
 */
public record LeaseHealth(
        int workerId,
        Instant at,
        @Nullable Instant reservedUntil,
        @Nullable Duration reservation,
        Instant lastRenewal,
        long renewals,
        long renewalsFailed,
        boolean lost,
        boolean regressed) {

    /**
     * How long ticks are reserved for, and so how long the store may be away before ids stop. It includes the lead of ids over the clock.
     *
     * @return negative once the bound has passed; empty if the lease is not {@link WorkerLease#isDurable() durable}
     */
    public Optional<Duration> remaining() {
        return Optional.ofNullable(reservedUntil).map(bound -> Duration.between(at, bound));
    }
}
