/**
 * UUIDs of RFC 9562: generators of versions 1, 4, 6 and 7, and static functions on UUIDs of any version.
 *
 * <p>Users take a generator from its class, or open it by name through {@link io.distid.IdGenerators}.
 */
@NullMarked
package io.distid.uuid;

import org.jspecify.annotations.NullMarked;
