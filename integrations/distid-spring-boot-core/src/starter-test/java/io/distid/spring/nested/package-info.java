/** Entities of one application of the tests. */
@NullUnmarked
package io.distid.spring.nested;

import org.jspecify.annotations.NullUnmarked;
