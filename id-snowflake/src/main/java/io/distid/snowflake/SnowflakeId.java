package io.distid.snowflake;

import java.time.Instant;

/**
 * A Snowflake id, taken apart. Immutable.
 *
 * @param time the start of its tick
 * @param datacenter which datacenter; 0 if the layout has none
 * @param worker which worker of the datacenter; 0 if the layout has none
 * @param sequence which id of the tick
 */
public record SnowflakeId(Instant time, long datacenter, long worker, long sequence) {}
