/**
 * Sonyflake: 63-bit ids of 10 ms ticks, a sequence, and a machine id in the lowest bits.
 *
 * <p>{@link io.distid.sonyflake.Sonyflake} issues, {@link io.distid.sonyflake.SonyflakeFormat} composes and decomposes.
 */
@NullMarked
package io.distid.sonyflake;

import org.jspecify.annotations.NullMarked;
