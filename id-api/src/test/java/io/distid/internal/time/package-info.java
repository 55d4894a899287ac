/** Tests of the clock rule, on a clock that they move themselves. */
@NullMarked
package io.distid.internal.time;

import org.jspecify.annotations.NullMarked;
