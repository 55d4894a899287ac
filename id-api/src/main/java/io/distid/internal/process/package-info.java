/**
 * Detects that there may be two copies of the process, after a checkpoint that was restored twice or a snapshot of its machine.
 *
 * <p>For strategies with state that a copy must not have, too, such as random state or ids in hand.
 */
@NullMarked
package io.distid.internal.process;

import org.jspecify.annotations.NullMarked;
