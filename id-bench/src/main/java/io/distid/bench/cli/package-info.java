/**
 * The commands that need no server of their own: what there is, what it takes, a few ids, and what an id says.
 *
 * <p>Called by {@link io.distid.bench.Main} only. They see strategies through the SPI; only decoding knows their formats.
 */
@NullMarked
package io.distid.bench.cli;

import org.jspecify.annotations.NullMarked;
