/**
 * An exact external merge sort of ids, with counts over the sorted ids: duplicates and displacements. Memory is
 * bounded.
 */
@NullMarked
package io.distid.bench.duplicates;

import org.jspecify.annotations.NullMarked;
