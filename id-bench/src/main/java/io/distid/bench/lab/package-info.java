/** A comparison: its profile, its stages, and the collector of their results. The commands of {@code cli} run it. */
@NullMarked
package io.distid.bench.lab;

import org.jspecify.annotations.NullMarked;
