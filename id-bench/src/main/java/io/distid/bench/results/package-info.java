/**
 * The records that are {@code results.json}, and the file. They know neither what measures nor what shows them. The revision, the CPU time that the
 * host took, and the median are found here, too, since records of every kind have them.
 */
@NullMarked
package io.distid.bench.results;

import org.jspecify.annotations.NullMarked;
