/**
 * Child JVMs: how they are started, with which flags, how settings reach them, the protocol, and the text of a failure.
 * Every child JVM of the lab is started here; what inserts rows is measured in the lab's own.
 */
@NullMarked
package io.distid.bench.jvm;

import org.jspecify.annotations.NullMarked;
