package io.distid.worker;

import java.time.Duration;

/** Grants worker ids; at most one live holder each. Safe for use by several threads. */
public interface WorkerIds extends AutoCloseable {

    /**
     * Takes a free worker id.
     *
     * @param request which ids are allowed, and for whom
     * @return a lease whose first reservation is already durable; there is no default id when none can be had
     * @throws io.distid.IdsExhaustedException if every id of the range is held; the message names the range and the holders
     * @throws io.distid.ConfigException if the namespace is in use with another layout
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    WorkerLease acquire(WorkerRequest request);

    /**
     * How far above the clock the first id lies if this source makes what it leases from, a namespace or a file, as its settings allow.
     *
     * @param request what would be asked for
     * @return zero if the settings do not let it make one, or an id that was leased before needs none
     * @throws io.distid.BackendException if that is asked of the store, which does not answer in time, or refuses
     */
    default Duration firstStart(WorkerRequest request) {
        return Duration.ZERO;
    }

    /**
     * Whether each lease of this source is {@linkplain WorkerLease#isDurable() durable}, as far as that is known before one is taken: what does not fit such a
     * lease is then refused before anything is written.
     *
     * @return false if it is not known; it is then refused once the lease tells
     */
    default boolean isDurable() {
        return false;
    }

    /**
     * Whether a lease may be of the id that a request prefers.
     *
     * @return false if the id is settled before anybody asks, so that to prefer one would have no effect
     */
    default boolean heedsPreference() {
        return true;
    }

    /**
     * Whether the {@linkplain WorkerRequest#reservation() reservation} of a request changes anything.
     *
     * @return false if ids are not leased at all, so that to set a reservation would have no effect
     */
    default boolean heedsReservation() {
        return true;
    }

    /** Closes what the source holds open. Leases are closed by their holders, before. A second call does nothing. */
    @Override
    void close();
}
