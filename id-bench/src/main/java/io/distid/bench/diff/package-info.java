/**
 * Compares the rates of two runs.
 */
@NullMarked
package io.distid.bench.diff;

import org.jspecify.annotations.NullMarked;
