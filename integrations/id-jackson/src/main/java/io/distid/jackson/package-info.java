/**
 * Ids in JSON, for Jackson 3 and for Jackson 2.
 *
 * <p>Users annotate with {@link io.distid.jackson.IdText}, or describe types with {@link
 * io.distid.jackson.JsonIdFormat}, and register {@code Jackson3IdModule} or {@code Jackson2IdModule}. Classes with a 3
 * or a 2 in their names need that version of Jackson. All others need neither. They decide what is written and what is
 * refused, so that both versions do the same.
 */
@NullMarked
package io.distid.jackson;

import org.jspecify.annotations.NullMarked;
