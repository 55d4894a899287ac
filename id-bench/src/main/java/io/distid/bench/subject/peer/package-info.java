/**
 * The libraries that people would pick instead, each behind the interface that the lab measures. Not on offer to anyone else:
 * no provider names them.
 */
@NullMarked
package io.distid.bench.subject.peer;

import org.jspecify.annotations.NullMarked;
