/**
 * Decodes ids: all texts of ids, and all layouts.
 *
 * <p>The command line calls {@link io.distid.bench.decode.Decoder}, which uses the rest.
 */
@NullMarked
package io.distid.bench.decode;

import org.jspecify.annotations.NullMarked;
