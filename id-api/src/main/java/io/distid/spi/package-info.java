/**
 * For those who implement a strategy or a backend: providers, configuration, and one of the two ports that join them.
 *
 * <p>An algorithm knows {@link io.distid.spi.SegmentStore} and {@link io.distid.worker.WorkerIds}, never what is behind them; a
 * backend implements them and knows no algorithm.
 */
@NullMarked
package io.distid.spi;

import org.jspecify.annotations.NullMarked;
