/**
 * What an observer who gets to see a few ids learns from them: the next id, how many there are, when they were made.
 */
@NullMarked
package io.distid.bench.predictability;

import org.jspecify.annotations.NullMarked;
