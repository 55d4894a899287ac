/** An application whose tests are slices of Spring Boot's. */
@NullUnmarked
package io.distid.spring.slices;

import org.jspecify.annotations.NullUnmarked;
