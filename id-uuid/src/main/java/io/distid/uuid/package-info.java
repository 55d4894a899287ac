/**
 * Ids of 128 bits: generators of ULIDs and of the UUIDs of RFC 9562 in versions 1, 4, 6 and 7, and static functions on both.
 *
 * <p>Users take a generator from its class, or open it by name through {@link io.distid.IdGenerators}.
 */
@NullMarked
package io.distid.uuid;

import org.jspecify.annotations.NullMarked;
