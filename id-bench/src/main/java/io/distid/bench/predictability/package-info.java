/**
 * Measures what an observer learns from a few ids: the next id, the number of ids, their time.
 */
@NullMarked
package io.distid.bench.predictability;

import org.jspecify.annotations.NullMarked;
