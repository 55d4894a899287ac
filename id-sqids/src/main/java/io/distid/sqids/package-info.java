/** The text form {@code sqids}, which {@link io.distid.text.TextConfig} finds. Nothing here is called by users. */
@NullMarked
package io.distid.sqids;

import org.jspecify.annotations.NullMarked;
