/** An application whose entity names a strategy, not a generator. */
@NullUnmarked
package io.distid.spring.strays;

import org.jspecify.annotations.NullUnmarked;
