/**
 * For users: open a strategy by name, or take a generator from its own module.
 *
 * <p>Callers see {@link io.distid.IdGenerators}, the two generator types and the error tree; those who implement a
 * strategy or a backend need {@link io.distid.spi} and {@link io.distid.worker} too. Packages below {@code io.distid.internal} are for modules of distid alone.
 */
@NullMarked
package io.distid;

import org.jspecify.annotations.NullMarked;
