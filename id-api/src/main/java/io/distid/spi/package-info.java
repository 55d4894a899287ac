/**
 * For implementers of a strategy or a backend: providers, configuration, and the ports between them.
 *
 * <p>An algorithm knows {@link io.distid.spi.SegmentStore} and {@link io.distid.worker.WorkerIds}, and never their backends. A backend knows no
 * algorithm. It implements {@link io.distid.spi.SegmentStore}, and {@link io.distid.spi.RecordStore} for worker ids.
 */
@NullMarked
package io.distid.spi;

import org.jspecify.annotations.NullMarked;
