/** JMH benchmarks: ours, those of the peers, and the bare references that both are held against. */
@NullMarked
package io.distid.bench.jmh;

import org.jspecify.annotations.NullMarked;
