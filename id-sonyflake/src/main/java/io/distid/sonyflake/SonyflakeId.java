package io.distid.sonyflake;

import java.time.Instant;

/**
 * A Sonyflake id, decomposed. Immutable.
 *
 * @param time the start of its tick
 * @param sequence which id of the tick
 * @param machineId which machine
 */
public record SonyflakeId(Instant time, long sequence, long machineId) {}
