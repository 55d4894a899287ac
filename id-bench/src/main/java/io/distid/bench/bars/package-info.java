/**
 * Bars: ratios that distid has set itself, each of a figure to that of a reference or a peer of the same run, or to a constant. Figures are those of
 * subjects of the catalogue, so that bars and rows speak of the same peer; only texts have JMH benchmarks of their own, in {@code TextBenchmark}.
 *
 * <p>{@code throughput} measures rates, {@code startup} a first id, and {@code PacedProcess} of {@code latency} a first second and what callers
 * wait for while a store stands still. {@code BarMeasurer} has them take turns.
 */
@NullMarked
package io.distid.bench.bars;

import org.jspecify.annotations.NullMarked;
