/**
 * Worker ids and their leases: the port, the half of a lease that is the same on every backend, the sources that need no server, and
 * the registry that keeps one process from using an id twice. A worker file lies behind the port
 * {@link io.distid.worker.DurableFile}.
 *
 * <p>Sources are found by name through {@link io.distid.worker.WorkerIdsProvider}. Strategies use {@link io.distid.worker.LeasedSequencer}, and
 * {@link io.distid.worker.LeasedSequencerConfig} for its settings. Whoever writes a store implements {@link io.distid.spi.RecordStore}:
 * {@link io.distid.worker.StoreWorkerIds} leases worker ids from it, and its block comment says why no id repeats. A source that is no such store
 * implements {@link io.distid.worker.WorkerIds} with a {@link io.distid.worker.LeaseBackend} and a {@link io.distid.worker.RenewedLease}.
 */
@NullMarked
package io.distid.worker;

import org.jspecify.annotations.NullMarked;
