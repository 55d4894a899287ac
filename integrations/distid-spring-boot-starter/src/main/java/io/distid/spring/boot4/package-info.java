/**
 * What of Spring Boot 4 differs from Spring Boot 3.5: connection details, health, how Hibernate is given its generators, and the
 * check that it is this line. For Spring Boot alone; applications use {@link io.distid.spring.boot}.
 */
@NullMarked
package io.distid.spring.boot4;

import org.jspecify.annotations.NullMarked;
