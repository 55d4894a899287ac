/** Tests that both MySQL and PostgreSQL pass. They are compiled in the modules of both, where {@code Product} tells what differs. */
@NullMarked
package io.distid.sql;

import org.jspecify.annotations.NullMarked;
