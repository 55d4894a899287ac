/** Tests of what is the same on every store. */
@NullMarked
package io.distid.coordination;

import org.jspecify.annotations.NullMarked;
