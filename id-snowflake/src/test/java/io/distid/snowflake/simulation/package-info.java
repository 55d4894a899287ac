/**
 * A fleet of nodes with bad clocks, a bad network and a bad power supply, in virtual time.
 *
 * <p>One seed is one world: {@link io.distid.snowflake.simulation.World} owns time and chance,
 * {@link io.distid.snowflake.simulation.Life} is one process with its clock, {@link io.distid.snowflake.simulation.Network}
 * and {@link io.distid.snowflake.simulation.SlotStore} are what worker ids are leased from, and
 * {@link io.distid.snowflake.simulation.Ledger} judges each id. What runs in it is the real generator, sequencer and lease.
 */
@NullMarked
package io.distid.snowflake.simulation;

import org.jspecify.annotations.NullMarked;
