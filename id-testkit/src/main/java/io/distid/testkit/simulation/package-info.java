/**
 * A cluster of nodes with bad clocks, a bad network, a bad power supply and a store that forgets, in virtual time: for any source of worker
 * ids.
 *
 * <p>One seed is one world: {@link io.distid.testkit.simulation.World} owns time and chance, {@link io.distid.testkit.simulation.SimulatedProcess} is
 * one process with its clock, {@link io.distid.testkit.simulation.Network} lies between it and the
 * {@link io.distid.testkit.simulation.SimulatedStore}, which whoever simulates a source writes. What runs in it is the real sequencer, lease
 * and source; each id is judged as it is issued.
 */
@NullMarked
package io.distid.testkit.simulation;

import org.jspecify.annotations.NullMarked;
