/**
 * What of Spring Boot 3.5 differs from Spring Boot 4: connection details, health, how Hibernate is given its generators, and the
 * check that it is this line. For Spring Boot alone; applications use {@link io.distid.spring.boot}.
 */
@NullMarked
package io.distid.spring.boot3;

import org.jspecify.annotations.NullMarked;
