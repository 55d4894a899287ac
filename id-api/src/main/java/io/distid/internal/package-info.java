/** Code that only modules of distid may use: addresses, secrets, spellings of durations, counters of calls. It may change in any version. */
@NullMarked
package io.distid.internal;

import org.jspecify.annotations.NullMarked;
