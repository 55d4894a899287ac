/** Entities of one application of the tests. */
@NullUnmarked
package io.distid.spring.boot.orphans;

import org.jspecify.annotations.NullUnmarked;
