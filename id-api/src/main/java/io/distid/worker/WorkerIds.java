package io.distid.worker;

import java.time.Duration;

/** Grants worker ids. Each has at most one live holder. Safe for use by several threads. */
public interface WorkerIds extends AutoCloseable {

    /**
     * Takes a free worker id.
     *
     * @param request the allowed ids, and the caller's namespace and layout
     * @return a lease whose first reservation is already durable; there is no default id if none is free
     * @throws io.distid.IdsExhaustedException if every id of the range is held; the message names the range and the holders
     * @throws io.distid.ConfigException if the namespace is in use with another layout
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    WorkerLease acquire(WorkerRequest request);

    /**
     * How far above the clock the first id lies if this source makes a new namespace or file, as its settings allow.
     *
     * @param request the later request
     * @return zero if the settings do not allow a new one, or an id that was leased before needs none
     * @throws io.distid.BackendException if the store must be asked and does not answer in time, or refuses
     */
    default Duration firstStart(WorkerRequest request) {
        return Duration.ZERO;
    }

    /**
     * Whether each lease of this source is {@linkplain WorkerLease#isDurable() durable}, as far as that is known in advance. Settings that do not fit
     * a durable lease are then refused before anything is written.
     *
     * @return false if it is not known; they are then refused once the lease is granted
     */
    default boolean isDurable() {
        return false;
    }

    /**
     * Whether a source considers the id that a request prefers.
     *
     * @return false if the id is fixed in advance, so that a preference would have no effect
     */
    default boolean heedsPreference() {
        return true;
    }

    /**
     * Whether the {@linkplain WorkerRequest#reservation() reservation} of a request changes anything.
     *
     * @return false if ids are not leased at all, so that a reservation would have no effect
     */
    default boolean heedsReservation() {
        return true;
    }

    /** Closes the source's connections. Holders close their leases before. A second call does nothing. */
    @Override
    void close();
}
