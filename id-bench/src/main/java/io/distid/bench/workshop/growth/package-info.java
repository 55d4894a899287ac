/**
 * How the cost of ids grows with tags, threads, ids to check and holders of worker ids. {@link io.distid.bench.workshop.growth.GrowthStage} is a
 * stage of a comparison. {@code *Growth} has a curve measured, by child JVMs that run {@code
 * ScaleChild}, of which {@code *Trial} is one size.
 */
@NullMarked
package io.distid.bench.workshop.growth;

import org.jspecify.annotations.NullMarked;
