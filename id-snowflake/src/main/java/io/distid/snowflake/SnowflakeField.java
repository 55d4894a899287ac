package io.distid.snowflake;

/** The parts of a Snowflake id. Immutable. */
public enum SnowflakeField {
    /** Ticks since the epoch. */
    TIME,
    /** Which datacenter. */
    DATACENTER,
    /** Which worker of the datacenter. */
    WORKER,
    /** Which id of the tick. */
    SEQUENCE
}
