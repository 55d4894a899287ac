/**
 * Measures how soon another process gets a lock whose holder crashed, and plans the measurements of locks and
 * idempotency tokens. Their rates are measured by {@code nodes}, like those of ids. The ids of a lock are its fences;
 * the ids of a store of tokens are the consumed tokens.
 */
@NullMarked
package io.distid.bench.locks;

import org.jspecify.annotations.NullMarked;
