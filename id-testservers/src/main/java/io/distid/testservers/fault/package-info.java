/**
 * Faults to inject: a {@link io.distid.testservers.fault.LossyLink} between a server and its client, a paused process, a wall clock
 * that is set, and a process whose memory is copied.
 */
@NullMarked
package io.distid.testservers.fault;

import org.jspecify.annotations.NullMarked;
