/**
 * Bars: ratios that distid has set itself. A bar compares a figure with a reference or a peer of the same run, or with
 * a constant. Figures are of subjects of the catalogue, so that bars and rows mean the same peer.
 *
 * <p>{@code throughput} measures rates, {@code startup} a first id. {@code BarMeasurer} alternates between them.
 */
@NullMarked
package io.distid.bench.workshop.bars;

import org.jspecify.annotations.NullMarked;
