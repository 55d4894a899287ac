package io.distid;

/** In which order ids increase, from the strongest claim to the weakest. Immutable. */
public enum Ordering {
    /** An id is greater than every id that any generator of the fleet returned before the call began. */
    GLOBAL,
    /** An id is greater than every id that this generator returned before the call began. */
    PER_GENERATOR,
    /** An id is greater than every id that this generator returned to this thread before the call began. */
    PER_THREAD,
    /** No order at all. */
    NONE
}
