/**
 * This machine: its properties, its commands, the source that runs on it, and the CPU time that others took from a run.
 */
@NullMarked
package io.distid.bench.machine;

import org.jspecify.annotations.NullMarked;
