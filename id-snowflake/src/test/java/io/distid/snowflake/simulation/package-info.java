/**
 * Snowflake in the simulated clusters of {@code io.distid.testkit.simulation}, and the rules that others go by, as negative controls.
 */
@NullMarked
package io.distid.snowflake.simulation;

import org.jspecify.annotations.NullMarked;
