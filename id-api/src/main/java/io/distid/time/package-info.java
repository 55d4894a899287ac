/**
 * The clock rule: how a tick and a sequence become a strictly increasing state, whatever the clock does.
 *
 * <p>Used by the strategies that carry time. Their users meet {@link io.distid.time.ClockLimits}, with the {@link io.distid.time.SequenceStart}
 * in it, and {@link io.distid.time.CoarseClock} in the settings of a generator; simulations meet {@link io.distid.time.Parking}, too.
 */
@NullMarked
package io.distid.time;

import org.jspecify.annotations.NullMarked;
