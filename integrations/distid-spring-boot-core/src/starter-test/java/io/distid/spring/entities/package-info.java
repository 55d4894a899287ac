/** Entities of one application of the tests. */
@NullUnmarked
package io.distid.spring.entities;

import org.jspecify.annotations.NullUnmarked;
