/** Tests of this module: what the original publishes, and each check on its real server. */
@NullMarked
package io.distid.sonyflake;

import org.jspecify.annotations.NullMarked;
