/**
 * For those who implement a strategy or a backend: providers, configuration, and ports that join them.
 *
 * <p>An algorithm knows {@link io.distid.spi.SegmentStore} and {@link io.distid.worker.WorkerIds}, never what is behind them; a
 * backend knows no algorithm. It implements {@link io.distid.spi.SegmentStore}, and {@link io.distid.spi.RecordStore} for worker ids.
 */
@NullMarked
package io.distid.spi;

import org.jspecify.annotations.NullMarked;
