/**
 * The records of {@code results.json}, and the file. They depend neither on measuring nor on rendering code. The
 * median is here, too, since all kinds of records have it.
 */
@NullMarked
package io.distid.bench.results;

import org.jspecify.annotations.NullMarked;
