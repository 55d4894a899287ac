/**
 * Ids in JSON, for Jackson 3 and for Jackson 2.
 *
 * <p>Users annotate with {@link io.distid.jackson.IdText}, or describe types with {@link io.distid.jackson.JsonIdFormat}, and register
 * {@code Jackson3IdModule} or {@code Jackson2IdModule}. Classes whose names hold a 3 or a 2 need that version of Jackson; all others
 * need neither, and decide what is written and what is refused, so that both versions do the same.
 */
@NullMarked
package io.distid.jackson;

import org.jspecify.annotations.NullMarked;
