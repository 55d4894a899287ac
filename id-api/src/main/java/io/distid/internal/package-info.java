/** What modules of distid share and nobody else may use: addresses, secrets, spellings of durations, counters of calls. It may change in any version. */
@NullMarked
package io.distid.internal;

import org.jspecify.annotations.NullMarked;
