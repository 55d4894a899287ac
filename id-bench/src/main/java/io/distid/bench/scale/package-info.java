/**
 * How the cost of ids grows with tags, threads, ids to check and holders of worker ids. {@link io.distid.bench.scale.ScaleMeasurer} is asked by
 * the lab, {@link io.distid.bench.scale.ScaleBars} makes bars of its figures. {@code *Growth} has a curve measured, by child JVMs that run {@code
 * ScaleChild}, of which {@code *Trial} is one size.
 */
@NullMarked
package io.distid.bench.scale;

import org.jspecify.annotations.NullMarked;
