/**
 * For those who implement a strategy or a backend: providers, configuration, and the two ports that join them.
 *
 * <p>An algorithm knows {@link io.distid.spi.WorkerIds} and {@link io.distid.spi.SegmentStore}, never what is behind them; a
 * backend implements them and knows no algorithm.
 */
@NullMarked
package io.distid.spi;

import org.jspecify.annotations.NullMarked;
