/**
 * Records the calls for ids in one process, and checks that history: uniqueness, order, and the shape of ids as
 * numbers.
 */
@NullMarked
package io.distid.bench.history;

import org.jspecify.annotations.NullMarked;
