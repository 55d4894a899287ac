/** The clock rule: ticks, and the sequencer of strategies that carry time. For modules of distid alone. */
@NullMarked
package io.distid.internal.time;

import org.jspecify.annotations.NullMarked;
