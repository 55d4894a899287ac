/**
 * The first id of a new JVM: how long it takes from the start of {@code main}, with nothing loaded that the id does not
 * need. For {@code bars}. The start-up of {@code latency} is measured in a JVM that has loaded the lab.
 */
@NullMarked
package io.distid.bench.workshop.startup;

import org.jspecify.annotations.NullMarked;
