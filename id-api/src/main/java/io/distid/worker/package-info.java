/**
 * Worker ids that need no server, and the registry that keeps one process from using an id twice.
 *
 * <p>Found by name through {@link io.distid.spi.WorkerIdsProvider}; strategies use {@link io.distid.worker.LeasedSequencer},
 * and {@link io.distid.worker.LeaseConfig} for its settings.
 */
@NullMarked
package io.distid.worker;

import org.jspecify.annotations.NullMarked;
