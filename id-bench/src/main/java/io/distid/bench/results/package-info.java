/**
 * The records of {@code results.json}, and the file. They depend neither on measuring nor on rendering code. The
 * revision, steal and the median are here, too, since all kinds of records have them.
 */
@NullMarked
package io.distid.bench.results;

import org.jspecify.annotations.NullMarked;
