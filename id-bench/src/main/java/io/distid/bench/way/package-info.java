/** The ways in which a generator gives ids, and generators that repeat in one of them, which every check must catch. */
@NullMarked
package io.distid.bench.way;

import org.jspecify.annotations.NullMarked;
