/**
 * Calls for ids of one process as they were recorded, and checks of that history: uniqueness, order, and the shape of ids as numbers.
 */
@NullMarked
package io.distid.bench.history;

import org.jspecify.annotations.NullMarked;
