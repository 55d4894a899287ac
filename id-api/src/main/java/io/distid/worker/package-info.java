/**
 * Worker ids and their leases: the port, the half of a lease that is the same on every backend, the sources that need no server, and
 * the registry that keeps one process from using an id twice. The files of worker ids and of floors of counters are held in one way.
 *
 * <p>Sources are found by name through {@link io.distid.worker.WorkerIdsProvider}. Strategies use
 * {@link io.distid.worker.LeasedSequencer}, and {@link io.distid.worker.LeasedSequencerConfig} for its settings; who writes a source implements
 * {@link io.distid.worker.WorkerIds}, best with {@link io.distid.worker.LeaseBackend} and {@link io.distid.worker.RenewedLease},
 * which a {@link io.distid.worker.LeaseRenewer} renews together with the others of the source. It remembers what was confirmed in
 * {@link io.distid.worker.KnownBounds}, and refuses clocks and bounds by {@link io.distid.worker.StoreHorizon} where it reads its store's clock.
 */
@NullMarked
package io.distid.worker;

import org.jspecify.annotations.NullMarked;
