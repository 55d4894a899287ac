/**
 * How soon another process has a lock whose holder crashed; and for how long locks are measured. Their rates are measured as those of ids, by
 * {@code nodes}, since a lock is a subject whose ids are the numbers of its grants.
 */
@NullMarked
package io.distid.bench.locks;

import org.jspecify.annotations.NullMarked;
