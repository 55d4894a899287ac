/**
 * The common part of the starters for Spring Boot 4 and 3.5. It uses only packages that are the same in both lines, and
 * is compiled against the older one.
 *
 * <p>Applications use {@link io.distid.spring.boot.DistidGenerators}, and beans of {@link io.distid.LongIdGenerator} and {@link
 * io.distid.UuidGenerator}. The other public types are for the two starters.
 */
@NullMarked
package io.distid.spring.boot;

import org.jspecify.annotations.NullMarked;
