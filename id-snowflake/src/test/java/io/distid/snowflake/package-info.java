/** Tests of this module: layouts, settings, restarts, and what it claims of itself. */
@NullMarked
package io.distid.snowflake;

import org.jspecify.annotations.NullMarked;
