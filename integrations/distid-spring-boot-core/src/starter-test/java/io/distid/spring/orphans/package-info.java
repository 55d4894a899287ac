/** Entities of one application of the tests. */
@NullUnmarked
package io.distid.spring.orphans;

import org.jspecify.annotations.NullUnmarked;
