/**
 * How fast ids come: JMH, one fork at a time. Runs partly in the JVMs that JMH forks.
 */
@NullMarked
package io.distid.bench.throughput;

import org.jspecify.annotations.NullMarked;
