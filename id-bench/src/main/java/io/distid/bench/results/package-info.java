/**
 * The records that are {@code results.json}, and the file. They know nothing of what was measured how, nor of how they are shown. With them are what they are made by
 * whatever was measured: the revision, the CPU time that the host took, and the median.
 */
@NullMarked
package io.distid.bench.results;

import org.jspecify.annotations.NullMarked;
