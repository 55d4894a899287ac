/** The process of one node: {@code FaultNode} runs it, {@code FaultChild} is its main class, and both report what it sees. */
@NullMarked
package io.distid.bench.faults.node;

import org.jspecify.annotations.NullMarked;
