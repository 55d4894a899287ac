/**
 * Measures how the cost of ids grows with tags and holders of worker ids. {@link
 * io.distid.bench.workshop.growth.GrowthStage} is a stage of a comparison. A class {@code *Growth} measures a curve in
 * child JVMs that run {@code ScaleChild}. A class {@code *Trial} measures one size.
 */
@NullMarked
package io.distid.bench.workshop.growth;

import org.jspecify.annotations.NullMarked;
