/**
 * Bars: ratios that distid has set itself, each of a figure to that of a reference or a peer of the same run, or to a constant. Figures are those of
 * subjects of the catalogue, so that bars and rows speak of the same peer.
 *
 * <p>{@code throughput} measures rates, {@code startup} a first id. {@code BarMeasurer} has them take turns.
 */
@NullMarked
package io.distid.bench.workshop.bars;

import org.jspecify.annotations.NullMarked;
