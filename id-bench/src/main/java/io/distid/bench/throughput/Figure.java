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
    /** Milliseconds from the start of a JVM's {@code main} to its first id. */
    FIRST_ID
}
