package io.distid.bench.throughput;

/** A figure of a measurement beside its rates. Immutable. */
public enum Figure {
    /** Ids a second, over all threads. */
    RATE,
    /** CPU time of the process for one id, in nanoseconds. */
    CPU_NANOS,
    /** CPU seconds that the process spent in a second. */
    CORES,
    /** Heap allocated for one id, in bytes. */
    BYTES,
    /** Microseconds that one call of a thousand exceeds, where calls are paced. */
    P999,
    /** Microseconds that one call of ten thousand exceeds, where calls are paced. */
    P9999,
    /** Calls that waited for a store, where those of one second are counted. */
    WAITS,
    /** Ids claimed from a store and not issued, once the threads stand still. */
    UNISSUED,
    /** The same in segments of the size last claimed. */
    SEGMENTS,
    /** Milliseconds from the start of a JVM's {@code main} to its first id. */
    FIRST_ID
}
