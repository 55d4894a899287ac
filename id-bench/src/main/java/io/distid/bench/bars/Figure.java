package io.distid.bench.bars;

/** What is taken from a benchmark's run. */
enum Figure {
    /** Ids a second, over all threads. */
    RATE,
    /** CPU seconds that the JVM spent in a second. */
    CORES,
    /** Bytes allocated for an id. */
    BYTES,
    /** Microseconds that one call of ten thousand exceeds. */
    P9999,
    /** Microseconds of the longest call. */
    WORST,
    /** Claims of segments a second. */
    CLAIMS,
    /** Ids claimed and not issued, once the threads stand still. */
    UNISSUED,
    /** The same in segments of the size last claimed. */
    SEGMENTS
}
