/**
 * What a person is told while something is measured. Knows nothing of what it is.
 */
@NullMarked
package io.distid.bench.progress;

import org.jspecify.annotations.NullMarked;
