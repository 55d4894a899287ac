/**
 * Whether ids are unique and in the order claimed: all of them are kept, stamped and compared.
 */
@NullMarked
package io.distid.bench.check;

import org.jspecify.annotations.NullMarked;
