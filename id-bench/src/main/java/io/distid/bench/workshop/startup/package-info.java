/**
 * The first id of a new JVM: how long it takes from the start of {@code main}, with nothing loaded that the id does not need. For {@code
 * bars}; what {@code latency} calls start-up is of a JVM that has the lab loaded.
 */
@NullMarked
package io.distid.bench.workshop.startup;

import org.jspecify.annotations.NullMarked;
