/**
 * Texts of ids: encoders and strict decoders for 64 and 128 bits, and the configuration that gives any generator one of them.
 *
 * <p>Users take a {@link io.distid.text.TextForm} and its {@link io.distid.text.LongText} or {@link io.distid.text.UuidText};
 * providers of strategies call {@link io.distid.text.TextConfig}.
 */
@NullMarked
package io.distid.text;

import org.jspecify.annotations.NullMarked;
