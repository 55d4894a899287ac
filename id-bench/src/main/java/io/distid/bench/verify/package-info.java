/**
 * Checks ids that somebody else made, or other hosts drew, read from files.
 */
@NullMarked
package io.distid.bench.verify;

import org.jspecify.annotations.NullMarked;
