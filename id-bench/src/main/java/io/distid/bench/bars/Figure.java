package io.distid.bench.bars;

/** What is taken from a benchmark's run. */
enum Figure {
    /** Ids a second, over all threads. */
    RATE,
    /** CPU seconds that the JVM spent in a second. */
    CORES,
    /** Bytes allocated for an id. */
    BYTES
}
