/**
 * The contracts of fleets: several processes share worker ids, locks or tokens, while processes and the store are paused, killed and
 * started.
 */
@NullMarked
package io.distid.testkit.fleet;

import org.jspecify.annotations.NullMarked;
