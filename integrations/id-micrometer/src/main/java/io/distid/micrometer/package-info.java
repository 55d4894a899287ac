/**
 * How generators stand, as meters of Micrometer.
 *
 * <p>{@link io.distid.micrometer.DistidMetrics} binds any number of generators to any number of registries; {@link
 * io.distid.micrometer.CountedIds} counts issued ids where that is wanted. For applications. Nothing here is on the way of an id
 * unless it is counted.
 */
@NullMarked
package io.distid.micrometer;

import org.jspecify.annotations.NullMarked;
