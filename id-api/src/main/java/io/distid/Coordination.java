package io.distid;

/** How often a generator has to agree with the rest of its fleet. Immutable. */
public enum Coordination {
    /** Never: uniqueness comes from random bits or from the configuration alone. */
    NONE,
    /** At start, and then in the background: a worker id is leased, ids themselves cost no round trip. */
    AT_START,
    /** Once for many ids: a range is claimed, and the next one before it is used up. */
    PER_BATCH,
    /** One round trip for each id. */
    PER_ID
}
