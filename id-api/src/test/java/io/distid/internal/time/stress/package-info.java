/** What threads may see of the sequencer, tried by jcstress; run by {@link io.distid.internal.time.stress.SequencerStressTest}. */
@NullMarked
package io.distid.internal.time.stress;

import org.jspecify.annotations.NullMarked;
