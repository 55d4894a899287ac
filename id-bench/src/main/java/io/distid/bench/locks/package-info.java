/**
 * How soon another process has a lock whose holder crashed; and for how long locks and idempotency tokens are measured. Their rates are measured as
 * those of ids, by {@code nodes}: a lock is a subject whose ids are the numbers of its grants, and a store of tokens one whose ids are the tokens consumed.
 */
@NullMarked
package io.distid.bench.locks;

import org.jspecify.annotations.NullMarked;
