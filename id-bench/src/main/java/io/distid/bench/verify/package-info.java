/**
 * Checks ids that somebody else made, read from files.
 */
@NullMarked
package io.distid.bench.verify;

import org.jspecify.annotations.NullMarked;
