/** The command line: one class for each command, and how it prints. No other package of the lab depends on it. */
@NullMarked
package io.distid.bench.cli;

import org.jspecify.annotations.NullMarked;
