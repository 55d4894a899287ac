/**
 * Bars: ratios that distid has set itself, each of a figure to a reference or a peer of the same run. They are ratios over the subjects of the
 * catalogue, so that bars and rows speak of the same peer; {@code throughput} measures them, and {@code
 * startup} those of a first id.
 */
@NullMarked
package io.distid.bench.bars;

import org.jspecify.annotations.NullMarked;
