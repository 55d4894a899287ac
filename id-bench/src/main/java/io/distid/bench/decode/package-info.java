/**
 * What an id says: every text that ids are written in, and every layout that they may be of.
 *
 * <p>{@link io.distid.bench.decode.Decoder} is asked by the command line; the rest is its own.
 */
@NullMarked
package io.distid.bench.decode;

import org.jspecify.annotations.NullMarked;
