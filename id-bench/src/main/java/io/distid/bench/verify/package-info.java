/**
 * Checks foreign ids, and ids of other hosts, in files.
 */
@NullMarked
package io.distid.bench.verify;

import org.jspecify.annotations.NullMarked;
