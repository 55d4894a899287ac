package io.distid.leaf;

import io.distid.spi.SegmentStore;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * The store, options, threads and clock that all tags of one object share.
 *
 * @param store grants the ranges
 * @param options how
 * @param threads the few threads that loads run on
 * @param nanoTime the clock that segments' lives are measured by
 */
record LoadContext(SegmentStore store, LeafOptions options, ScheduledExecutorService threads, LongSupplier nanoTime) {}
