/** Worker ids that need no server, and the sequencer on a leased worker id. For modules of distid alone. */
@NullMarked
package io.distid.internal.worker;

import org.jspecify.annotations.NullMarked;
