/**
 * How the cost of ids grows with tags, threads, ids to check and holders of worker ids. {@link io.distid.bench.scale.ScaleMeasurer} is asked by
 * the lab; all else runs in a child JVM.
 */
@NullMarked
package io.distid.bench.scale;

import org.jspecify.annotations.NullMarked;
