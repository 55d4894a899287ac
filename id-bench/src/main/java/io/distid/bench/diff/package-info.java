/**
 * Compares the rates of two runs, and finds what the later one did not measure, failed or missed.
 */
@NullMarked
package io.distid.bench.diff;

import org.jspecify.annotations.NullMarked;
