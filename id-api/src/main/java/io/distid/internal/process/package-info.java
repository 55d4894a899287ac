/**
 * What a process has to know of itself: that it may have become two, by a checkpoint that was restored twice or a snapshot of its machine.
 *
 * <p>For strategies that hold what a copy must not hold, too: random state, ids in hand.
 */
@NullMarked
package io.distid.internal.process;

import org.jspecify.annotations.NullMarked;
