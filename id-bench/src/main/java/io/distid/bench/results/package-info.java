/**
 * The records that are {@code results.json}, and the file. They know nothing of how they were measured or are shown.
 */
@NullMarked
package io.distid.bench.results;

import org.jspecify.annotations.NullMarked;
