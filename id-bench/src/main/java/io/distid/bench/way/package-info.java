/** The ways to get ids from a generator. Also has generators that repeat in one of the ways: each check must catch them. */
@NullMarked
package io.distid.bench.way;

import org.jspecify.annotations.NullMarked;
