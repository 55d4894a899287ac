/**
 * Bars: ratios that distid has set itself, each of a measured figure to a reference or a peer of the same run.
 *
 * <p>{@link io.distid.bench.bars.BarsCommand} measures them; the JMH benchmarks, of ours and of the peers, are in {@code io.distid.bench.jmh}.
 */
@NullMarked
package io.distid.bench.bars;

import org.jspecify.annotations.NullMarked;
