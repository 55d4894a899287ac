/**
 * Meters of generators for Micrometer.
 *
 * <p>{@link io.distid.micrometer.DistidMetrics} binds any number of generators to any number of registries; {@link
 * io.distid.micrometer.CountedIds} counts issued ids, and is opt-in. For applications. Issuing an id costs nothing here
 * unless it is counted.
 */
@NullMarked
package io.distid.micrometer;

import org.jspecify.annotations.NullMarked;
