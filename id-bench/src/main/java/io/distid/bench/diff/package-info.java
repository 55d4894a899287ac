/**
 * Two runs of the lab beside each other: which rates changed, and which changes are more than chance.
 */
@NullMarked
package io.distid.bench.diff;

import org.jspecify.annotations.NullMarked;
