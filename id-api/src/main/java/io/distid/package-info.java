/**
 * The door for users: open a strategy by name, or take a generator from its own module.
 *
 * <p>Callers see {@link io.distid.IdGenerators}, the two generator types and the error tree; those who implement a
 * strategy or a backend need {@link io.distid.spi} too.
 */
@NullMarked
package io.distid;

import org.jspecify.annotations.NullMarked;
