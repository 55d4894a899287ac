/**
 * The parts for Spring Boot 3.5 that differ from Spring Boot 4. They are connection details, health, Hibernate's
 * generators, and the check of the line. For Spring Boot alone; applications use {@link io.distid.spring.boot}.
 */
@NullMarked
package io.distid.spring.boot3;

import org.jspecify.annotations.NullMarked;
