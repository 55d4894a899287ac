/**
 * Faults to inject. A {@link io.distid.testservers.fault.LossyLink} lies between a server and its client. Processes are paused, or
 * their memory is copied, and wall clocks are set.
 */
@NullMarked
package io.distid.testservers.fault;

import org.jspecify.annotations.NullMarked;
