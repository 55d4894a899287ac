/**
 * Progress for a person who waits. Depends on no measurement.
 */
@NullMarked
package io.distid.bench.progress;

import org.jspecify.annotations.NullMarked;
