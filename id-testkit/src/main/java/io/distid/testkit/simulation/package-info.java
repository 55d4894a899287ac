/**
 * A simulation in virtual time, for any source of worker ids. A cluster has nodes with bad clocks, a bad network, a bad power supply and a
 * store that loses data.
 *
 * <p>One seed is one world. A {@link io.distid.testkit.simulation.World} owns time and random numbers, and a
 * {@link io.distid.testkit.simulation.SimulatedProcess} is one process with its clock. The
 * {@link io.distid.testkit.simulation.Network} lies between processes and the {@link io.distid.testkit.simulation.SimulatedStore}, which the
 * author of a simulation writes. The real sequencer, lease and source run in it, and each id is judged when it is issued.
 */
@NullMarked
package io.distid.testkit.simulation;

import org.jspecify.annotations.NullMarked;
