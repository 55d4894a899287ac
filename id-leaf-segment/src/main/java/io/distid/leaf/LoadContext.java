package io.distid.leaf;

import io.distid.spi.SegmentStore;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * What all tags of one object load with.
 *
 * @param store grants the ranges
 * @param options how
 * @param threads the few threads that loads run on
 * @param nanoTime the clock that segments' lives are measured by
 */
record LoadContext(SegmentStore store, LeafOptions options, ScheduledExecutorService threads, LongSupplier nanoTime) {}
