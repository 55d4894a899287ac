/**
 * Runs subjects under faults, and checks their ids.
 *
 * <p>Each fault is injected into the processes of a {@code Fleet} and proves that it happened; {@code Faults} lists
 * them, and {@code ClockFaults} and {@code ProcessFaults} hold the simple ones. {@code node} runs a process. {@code CellRunner} runs one subject under one fault, {@code
 * Judgement} says what came out, and {@code FaultRun} fills the table. A fault of a server or of its network has a
 * {@code FaultStore} of the cell's own, in {@code store}. The ids are kept and compared by {@code nodes} and {@code duplicates}.
 */
@NullMarked
package io.distid.bench.faults;

import org.jspecify.annotations.NullMarked;
