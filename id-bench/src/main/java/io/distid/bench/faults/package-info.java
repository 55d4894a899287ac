/**
 * Runs subjects under faults, and checks their ids.
 *
 * <p>{@code Faults} lists the faults. Each is injected into the processes of a {@code Fleet} and proves that it happened.
 * {@code CellRunner} runs one subject under one fault, {@code Judgement} says what came out, and {@code FaultRun} fills the
 * table. The package {@code node} runs a process. The package {@code store} runs the server of a cell that has one of its
 * own. The ids are kept and compared by {@code bench.nodes} and {@code duplicates}.
 */
@NullMarked
package io.distid.bench.faults;

import org.jspecify.annotations.NullMarked;
