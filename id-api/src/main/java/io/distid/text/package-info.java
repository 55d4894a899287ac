/**
 * Texts of ids: encoders and strict decoders for 64 and 128 bits, and the configuration that gives any generator one of them.
 *
 * <p>Users take a {@link io.distid.text.TextForm} and its {@link io.distid.text.LongText} or {@link io.distid.text.UuidText}. What opens a strategy by its
 * name calls {@link io.distid.text.TextConfig}, as {@link io.distid.IdGenerators} does; providers of strategies do not know it.
 */
@NullMarked
package io.distid.text;

import org.jspecify.annotations.NullMarked;
