/**
 * The command line: one class for each command, and how it prints. Nothing else in the lab depends on it.
 */
@NullMarked
package io.distid.bench.cli;

import org.jspecify.annotations.NullMarked;
