/**
 * How fast ids come: JMH in one child JVM at a time, each for one target. {@code ThroughputRun} is the lab's side,
 * {@code ThroughputChild} the child's.
 */
@NullMarked
package io.distid.bench.throughput;

import org.jspecify.annotations.NullMarked;
