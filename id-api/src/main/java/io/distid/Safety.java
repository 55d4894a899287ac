package io.distid;

/** What a generator's uniqueness rests on once clocks step back and processes restart. Immutable. */
public enum Safety {
    /** On a bound or a counter in a store: no assumption about any clock. As durable as that store. */
    STORED,
    /** On the clock not stepping back while the process is down, and on the operator giving each node its own worker id. */
    CLOCK,
    /** On random bits: a repeat is possible, and its probability is stated in the strategy's notes. */
    RANDOM
}
