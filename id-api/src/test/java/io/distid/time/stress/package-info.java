/** What threads may see of the sequencer, tried by jcstress; run by {@link io.distid.time.stress.SequencerStressTest}. */
@NullMarked
package io.distid.time.stress;

import org.jspecify.annotations.NullMarked;
