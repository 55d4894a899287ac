/**
 * What happens when the clock stands still, steps back, or a tick has no sequence left.
 *
 * <p>Users meet {@link io.distid.time.ClockLimits}, with the {@link io.distid.time.SequenceStart} in it, in the settings of a generator. Sources of worker ids
 * meet {@link io.distid.time.StampBound}, and simulations meet {@link io.distid.time.Parking}.
 */
@NullMarked
package io.distid.time;

import org.jspecify.annotations.NullMarked;
