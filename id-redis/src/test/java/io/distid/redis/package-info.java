/** Tests of this module, on real servers. */
@NullMarked
package io.distid.redis;

import org.jspecify.annotations.NullMarked;
