/**
 * An exact external merge sort of ids, and what is counted while sorted ids pass: duplicates and displacements. Memory is bounded.
 */
@NullMarked
package io.distid.bench.duplicates;

import org.jspecify.annotations.NullMarked;
