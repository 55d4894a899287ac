/**
 * Snowflake: 63-bit ids of time, node and sequence, in every layout of its family.
 *
 * <p>{@link io.distid.snowflake.Snowflake} issues, {@link io.distid.snowflake.SnowflakeLayout} composes and decodes.
 */
@NullMarked
package io.distid.snowflake;

import org.jspecify.annotations.NullMarked;
