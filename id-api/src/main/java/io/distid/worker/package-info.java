/**
 * Worker ids and their leases: the port, and the half of a lease that is the same on every backend.
 *
 * <p>Sources are found by name through {@link io.distid.worker.WorkerIdsProvider}. A new store implements {@link io.distid.spi.RecordStore}. {@link
 * io.distid.worker.StoreWorkerIds} leases worker ids from it, and its block comment says why no id repeats. A source that is no such store implements
 * {@link io.distid.worker.WorkerIds} with a {@link io.distid.worker.LeaseBackend} and a {@link io.distid.worker.RenewedLease}.
 */
@NullMarked
package io.distid.worker;

import org.jspecify.annotations.NullMarked;
